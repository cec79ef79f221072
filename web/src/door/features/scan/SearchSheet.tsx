// A pass by its person, for those who may look people up.
import { useEffect, useState } from 'react';
import { TextField } from '@/components/Field';
import { call } from '@/lib/api/client';
import type { ResponseOf } from '@/lib/api/operation';
import { readTyped, type Reading } from '@/door/kit/pass/reading';
import { Sheet } from '@/door/kit/ui/Sheet';
import styles from './sheets.module.css';

type Row = ResponseOf<'/api/customers', 'get'>['data'][number];

const pauseMs = 300;
const mostShown = 8;
/** The server asks for no more. */
const longest = 300;
/** The server finds nothing for less. */
const fewest = 2;

interface Props {
  close: () => void;
  enter: (reading: Reading) => void;
}

export function SearchSheet({ close, enter }: Props) {
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
                    const reading = readTyped(row.customer_id);
                    if (!('problem' in reading)) enter(reading);
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
