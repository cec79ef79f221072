// "Did you mean …?" below an email address whose domain looks mistyped. Nobody has to answer.
import type { ReactElement } from 'react';
import { suggestAddress } from '@/lib/typedDomain';
import styles from './addressQuestion.module.css';

export interface AddressQuestion {
  /** The address as it was typed. */
  about: string;
  words: ReactElement;
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
    <span>
      Did you mean{' '}
      <button type="button" className={styles.meant} translate="no" onClick={take}>
        {email}
      </button>
      ?
    </span>
  );
  return { about, words };
}
