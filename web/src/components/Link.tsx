// A link within the site. The router's own brings the prefetching of its framework mode along, several
// kilobytes that this site has no use for.
import type { AnchorHTMLAttributes } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  /** What the new page is to know beside its address; it stays with the entry in the browser's history. */
  state?: unknown;
}

export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, { state });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(click) => {
        onClick?.(click);
        follow(click);
      }}
    >
      {children}
    </a>
  );
}
