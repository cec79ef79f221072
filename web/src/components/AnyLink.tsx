// A link whose address the organisers typed: within the site, or to somewhere else.
import type { AnchorHTMLAttributes } from 'react';
import { Link } from './Link';

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  to: string;
}

export function AnyLink({ to, children, ...rest }: Props) {
  if (to.startsWith('/')) {
    return (
      <Link to={to} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a href={to} rel="noreferrer" {...rest}>
      {children}
    </a>
  );
}
