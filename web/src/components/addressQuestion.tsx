// "Did you mean …?" below an email address whose domain looks mistyped. Nobody has to answer.
import type { ReactNode } from 'react';
import { suggestAddress } from '@/lib/typedDomain';
import styles from './addressQuestion.module.css';

export interface AddressQuestion {
  /** The address as it was typed. */
  about: string;
  words: ReactNode;
}

export function addressQuestion(
  input: HTMLInputElement,
  onChange: (email: string) => void,
): AddressQuestion | undefined {
  const about = input.value;
  const email = suggestAddress(about);
  if (!email) return undefined;
  const take = () => {
    // The button goes with the question.
    input.focus();
    onChange(email);
  };
  const words = (
    <>
      Did you mean{' '}
      <button type="button" className={styles.meant} onClick={take}>
        {email}
      </button>
      ?
    </>
  );
  return { about, words };
}
