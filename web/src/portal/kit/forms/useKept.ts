// What was typed or opened outside the forms of `useForm`: it is there again when the session ended without the person's
// doing and the same person is back. Passwords and codes are never kept.
import { useEffect, useRef, useState } from 'react';
import { forgetDraft, hasSessionBeenCutOff, keepDraft, readDraft, whoIsSignedIn } from './draft';

/** State under a name that says which screen and which thing it is about. Gives the values, and a change of some. */
export function useKept<Values extends object>(
  name: string,
  initial: Values | (() => Values),
): readonly [Values, (change: Partial<Values>) => void] {
  const [by] = useState(whoIsSignedIn);
  const [first] = useState(initial);
  const [values, setValues] = useState(() => readDraft(name, by, first)?.values ?? first);
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });
  useEffect(() => {
    // It is on the screen now.
    forgetDraft(name);
    return () => {
      const isChanged = JSON.stringify(latest.current) !== JSON.stringify(first);
      if (isChanged && hasSessionBeenCutOff()) {
        keepDraft({ form: name, by, id: undefined, version: undefined, values: latest.current });
      }
    };
  }, [name, by, first]);
  return [
    values,
    (change) => {
      setValues((current) => ({ ...current, ...change }));
    },
  ];
}
