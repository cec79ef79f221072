// Where the phone is, and which list it checks people in to.
import { useState } from 'react';
import { Button, ButtonAnchor } from '@/components/Button';
import { ErrorBanner } from '@/components/ErrorBanner';
import { TextField } from '@/components/Field';
import { Spinner } from '@/components/Spinner';
import { ApiError } from '@/lib/api/client';
import { paths } from '@/lib/paths';
import { useResource } from '@/lib/useResource';
import type { DoorList } from '@/door/kit/checkIn/chosenList';
import { isOutage } from '@/door/kit/checkIn/connection';
import { changeSettings, useSettings } from '@/door/kit/device/settings';
import { unlockSound } from '@/door/kit/device/signal';
import { counted } from '@/door/kit/ui/plural';
import styles from './ListsPage.module.css';

const longestPlace = 40;

interface Props {
  current: DoorList | undefined;
  /** As the phone knows them, also without a network. */
  lists: readonly DoorList[];
  /** Asks the server for them. */
  read: () => Promise<readonly DoorList[]>;
  choose: (list: DoorList) => void;
  signOut: () => void;
}

export function ListsPage({ current, lists, read, choose, signOut }: Props) {
  const settings = useSettings();
  const [place, setPlace] = useState(settings.place);
  const [problem, setProblem] = useState<string>();
  const { data, error, reload } = useResource(read);
  const isLoading = data === undefined && !error;

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
            <ErrorBanner occurrence={1}>{whyNot(error, lists.length > 0)}</ErrorBanner>
            {isRestricted(error) ? (
              <ButtonAnchor href={paths.dashboard}>Do it in the portal</ButtonAnchor>
            ) : (
              <Button look="quiet" onClick={() => void reload()}>
                Try again
              </Button>
            )}
          </div>
        )}
        {lists.length === 0 && isLoading && (
          <p role="status" className={styles.loading}>
            <Spinner /> <span>Loading the lists...</span>
          </p>
        )}
        {lists.length === 0 && !isLoading && !error && (
          <p>There is nothing to check in to yet: the catalogue has no exams.</p>
        )}
        <ul className={styles.lists}>
          {lists.map((list) => (
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

const whyNot = (error: Error, areKept: boolean): string =>
  areKept && isOutage(error)
    ? 'There is no network. This phone goes on with what it knows of each list.'
    : error.message || 'The lists could not be read.';

/** The session is good for one thing first, which the portal asks for; it leads back here. */
const isRestricted = (error: unknown): boolean =>
  error instanceof ApiError &&
  ['password_change_required', 'second_factor_required'].some((code) => code === error.details.code);
