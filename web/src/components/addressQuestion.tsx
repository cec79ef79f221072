// "Did you mean …?" below an email address whose domain looks mistyped. Nobody has to answer.
import type { ReactElement } from 'react';
import { isEmail } from '@/lib/emailAddress';
import { addressIn } from '@/lib/typed';
import { suggestAddress } from '@/lib/typedDomain';
import styles from './addressQuestion.module.css';

export interface AddressQuestion {
  /** The address as its field has it. */
  about: string;
  words: ReactElement;
}

export function addressQuestion(
  input: HTMLInputElement,
  onChange: (email: string) => void,
): AddressQuestion | undefined {
  const typed = input.value;
  const about = isEmail(typed) ? addressIn(typed) : typed;
  // What came along with the address goes where a person can see it go.
  if (about !== typed) onChange(about);
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
