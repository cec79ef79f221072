// A pass by its number, where its code cannot be read.
import { useState } from 'react';
import { Button } from '@/components/Button';
import { TextField } from '@/components/Field';
import { readTyped, type Reading } from '@/door/kit/pass/reading';
import { Sheet } from '@/door/kit/ui/Sheet';
import styles from './sheets.module.css';

interface Props {
  /** People go out here at this moment. */
  goesOut: boolean;
  close: () => void;
  /** With `isLook` nobody is let in. */
  enter: (reading: Reading, isLook: boolean) => void;
}

export function NumberSheet({ goesOut, close, enter }: Props) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (isLook: boolean) => {
    const reading = readTyped(text);
    if ('problem' in reading) setProblem(reading.problem);
    else enter(reading, isLook);
  };
  return (
    <Sheet title="Enter a pass number" close={close}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(submission) => {
          submission.preventDefault();
          submit(false);
        }}
      >
        <TextField
          label="Pass number"
          hint="12 letters and digits, under “Pass no.” on the pass. O counts as 0, I as 1."
          error={problem}
          name="pass-number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the one field of the sheet that was asked for
          autoFocus
          value={text}
          onChange={(next) => {
            setText(next);
            setProblem(undefined);
          }}
        />
        <Button type="submit">
          <span>{goesOut ? 'Check out' : 'Check in'}</span>
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            submit(true);
          }}
        >
          Only look
        </Button>
      </form>
    </Sheet>
  );
}
