// The one look of everything that is pressed: buttons, and links that act like one.
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from './Link';
import styles from './Button.module.css';

interface Look {
  look?: 'primary' | 'quiet' | 'marigold';
}

export function Button({ look = 'primary', ...rest }: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={styles[look]} />;
}

/** To a page of another entry: the portal, the door. */
export function ButtonAnchor({
  look = 'primary',
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={styles[look]}>
      {children}
    </a>
  );
}

export function ButtonLink({ look = 'primary', ...rest }: Look & LinkProps) {
  return <Link {...rest} className={styles[look]} />;
}
