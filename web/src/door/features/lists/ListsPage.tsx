// Where the phone is, and which list it checks people in to.
import { useCallback, useState } from 'react';
import { Button, ButtonAnchor } from '@/components/Button';
import { ErrorBanner } from '@/components/ErrorBanner';
import { TextField } from '@/components/Field';
import { Spinner } from '@/components/Spinner';
import { ApiError, call } from '@/lib/api/client';
import { paths } from '@/lib/paths';
import { useResource } from '@/lib/useResource';
import type { DoorList } from '@/door/kit/checkIn/chosenList';
import { changeSettings, useSettings } from '@/door/kit/device/settings';
import { unlockSound } from '@/door/kit/device/signal';
import { counted } from '@/door/kit/ui/plural';
import styles from './ListsPage.module.css';

const longestPlace = 40;

interface Props {
  current: DoorList | undefined;
  choose: (list: DoorList) => void;
  signOut: () => void;
}

export function ListsPage({ current, choose, signOut }: Props) {
  const settings = useSettings();
  const [place, setPlace] = useState(settings.place);
  const [problem, setProblem] = useState<string>();
  const load = useCallback(async () => {
    const lists = await call('get', '/api/check-in/lists', {});
    if (!lists) throw ApiError.unusable();
    return lists;
  }, []);
  const { data, error, reload } = useResource(load);
  // Without a network the list that was chosen before can still be used.
  const lists = data ?? (error && current ? [current] : undefined);

  const pick = (list: DoorList) => {
    unlockSound();
    if (!place.trim()) {
      setProblem('Say where this phone is, so that others can see where somebody came in.');
      document.querySelector<HTMLInputElement>('input[name=place]')?.focus();
      return;
    }
    changeSettings({ place: place.trim() });
    choose(list);
  };

  return (
    <main className={styles.page}>
      <title>Lists | Door</title>
      <div className={styles.content}>
        <div className={styles.head}>
          <h1>Door</h1>
          <Button look="quiet" onClick={signOut}>
            Sign out
          </Button>
        </div>
        <TextField
          label="This phone is at"
          hint={`For example Gate 2 or Hall 1. Others see it as “${place.trim() || 'Gate 2'} · ${settings.tag}”.`}
          name="place"
          error={problem}
          autoComplete="off"
          maxLength={longestPlace}
          value={place}
          onChange={(next) => {
            setPlace(next);
            setProblem(undefined);
          }}
        />
        <h2 className={styles.question}>Which list?</h2>
        {error && (
          <div className={styles.failure}>
            <ErrorBanner occurrence={1}>{error.message || 'The lists could not be read.'}</ErrorBanner>
            {isRestricted(error) ? (
              <ButtonAnchor href={paths.dashboard}>Do it in the portal</ButtonAnchor>
            ) : (
              <Button look="quiet" onClick={() => void reload()}>
                Try again
              </Button>
            )}
          </div>
        )}
        {!lists && !error && (
          <p role="status" className={styles.loading}>
            <Spinner /> <span>Loading the lists...</span>
          </p>
        )}
        {lists?.length === 0 && <p>There is nothing to check in to yet: the catalogue has no exams.</p>}
        <ul className={styles.lists}>
          {lists?.map((list) => (
            <li key={list.list}>
              <button
                type="button"
                className={styles.list}
                aria-current={current?.list === list.list || undefined}
                onClick={() => {
                  pick(list);
                }}
              >
                <span className={styles.label}>{list.label}</span>
                <span className={styles.figures}>
                  {`${counted(list.admitted)} of ${counted(list.expected)} in`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}

/** The session is good for one thing first, which the portal asks for; it leads back here. */
const isRestricted = (error: unknown): boolean =>
  error instanceof ApiError &&
  ['password_change_required', 'second_factor_required'].some((code) => code === error.details.code);
