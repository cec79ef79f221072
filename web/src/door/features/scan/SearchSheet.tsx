// A pass by its person, for those who may look people up.
import { useEffect, useState } from 'react';
import { TextField } from '@/components/Field';
import { call } from '@/lib/api/client';
import { readTyped, type Reading } from '@/door/kit/pass/reading';
import { Sheet } from '@/door/kit/ui/Sheet';
import type { Verdict } from '@/door/kit/verdict/verdict';
import { PersonCard, type Row } from './PersonCard';
import styles from './sheets.module.css';

const pauseMs = 300;
const mostShown = 8;
/** The server asks for no more. */
const longest = 300;
/** The server finds nothing for less. */
const fewest = 2;

interface Props {
  /** By the server's clock. */
  now: number;
  /** People go out here at this moment. */
  goesOut: boolean;
  close: () => void;
  /** What would become of somebody. */
  look: (reading: Reading) => Promise<Verdict>;
  enter: (reading: Reading) => void;
}

interface Chosen {
  person: Row;
  reading: Reading;
  verdict?: Verdict;
}

export function SearchSheet({ now, goesOut, close, look, enter }: Props) {
  const [chosen, setChosen] = useState<Chosen>();
  const [text, setText] = useState('');
  const [rows, setRows] = useState<Row[]>();
  const [problem, setProblem] = useState<string>();
  const search = text.trim();
  useEffect(() => {
    if (search.length < fewest) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call('get', '/api/customers', { query: { search, limit: mostShown }, signal: controller.signal }).then(
        (found) => {
          setRows(found?.data ?? []);
          setProblem(undefined);
        },
        (error: unknown) => {
          if (controller.signal.aborted) return;
          setProblem((error as Error).message || 'The search did not work. Please try again.');
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [search]);
  const shown = search.length < fewest ? undefined : rows;
  const choose = (person: Row) => {
    const read = readTyped(person.customer_id);
    if ('problem' in read) return;
    const reading: Reading = { ...read, isFound: true };
    setProblem(undefined);
    setChosen({ person, reading });
    look(reading).then(
      (verdict) => {
        setChosen((current) => (current?.person === person ? { person, reading, verdict } : current));
      },
      (error: unknown) => {
        setChosen(undefined);
        setProblem((error as Error).message || 'The pass could not be looked up. Please try again.');
      },
    );
  };
  if (chosen) {
    return (
      <Sheet title="Is it this person?" close={close}>
        <PersonCard
          person={chosen.person}
          verdict={chosen.verdict}
          now={now}
          goesOut={goesOut}
          checkIn={() => {
            enter(chosen.reading);
          }}
          back={() => {
            setChosen(undefined);
          }}
        />
      </Sheet>
    );
  }

  return (
    <Sheet title="Find a person" close={close}>
      <div className={styles.form}>
        <TextField
          label="Name, phone or e-mail"
          hint="The beginning of a word, or the last four digits of the phone."
          error={problem}
          name="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={longest}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the one field of the sheet that was asked for
          autoFocus
          value={text}
          onChange={setText}
        />
        <p role="status" className={shown?.length === 0 ? undefined : 'visually-hidden'}>
          {shown && (shown.length === 0 ? 'Nobody was found.' : `${String(shown.length)} found`)}
        </p>
        {shown && shown.length > 0 && (
          <ul className={styles.found}>
            {shown.map((row) => (
              <li key={row.customer_id}>
                <button
                  type="button"
                  className={styles.person}
                  onClick={() => {
                    choose(row);
                  }}
                >
                  <strong translate="no">{row.name}</strong>
                  <span>
                    {`${row.examName ?? row.packageName} · ${row.phone}${row.status === 'PAID' ? '' : ' · not paid'}`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Sheet>
  );
}
