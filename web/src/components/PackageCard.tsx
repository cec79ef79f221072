// A package as the landing page offers it, and as the portal previews it.
import type { ReactElement } from 'react';
import { landing } from '@/content/landing';
import { texts } from '@/content/texts';
import type { PackageOffer } from '@/lib/catalogue/packageOffer';
import { choicePath } from '@/lib/registration/choicePath';
import { ButtonLink } from './Button';
import { NoRefunds } from './NoRefunds';
import styles from './PackageCard.module.css';

interface Props {
  offer: PackageOffer;
  /** The one that stands out among several. */
  isFirst?: boolean;
  /** What there is to say before one pays for it. */
  notice?: ReactElement | false | undefined;
  /** What one of its exams comes to. */
  each?: string | undefined;
  /** What the button says where nobody can register now. */
  instead?: string | undefined;
}

export function PackageCard({
  offer: { id, kind, name, summary, price },
  isFirst = false,
  notice,
  each,
  instead,
}: Props) {
  return (
    <li className={isFirst ? styles.first : styles.card}>
      <h3>{name}</h3>
      <p className={styles.price}>{price}</p>
      {each && <p className={styles.each}>{each}</p>}
      <p>{summary}</p>
      <ul className={styles.points}>
        {landing.packagePoints[kind].map((point) => (
          <li key={point}>{point}</li>
        ))}
        {kind === 'one' && <li className={styles.not}>Not the exams of other courses and colleges</li>}
      </ul>
      <div className={styles.end}>
        {notice}
        <ButtonLink to={choicePath({ package: id })} look={isFirst ? 'primary' : 'quiet'}>
          <span>
            <span>{instead ?? (price ? `Register for ${price}` : texts.register)}</span>
            <span className="visually-hidden">{instead ? `: ${name}` : ` with ${name}`}</span>
          </span>
        </ButtonLink>
        <NoRefunds />
      </div>
    </li>
  );
}
