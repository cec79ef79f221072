// For an address of the portal that was reached from the site: the portal is another page, with another security policy.
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { loadedPath } from '@/lib/loadedPath';
import { NotFoundPage } from './NotFoundPage';
import { PageLoading } from './PageLoading';

export function PortalAddress() {
  const { pathname, search, hash } = useLocation();
  const address = asServed(pathname);
  // Where the page was loaded with the portal's address, the server thinks it is the site's.
  const isSites = address === loadedPath();

  useEffect(() => {
    if (!isSites) location.replace(address + search + hash);
  }, [isSites, address, search, hash]);

  return isSites ? <NotFoundPage /> : <PageLoading />;
}

/** To the router it is the same whether a letter is small or encoded, to the server it is not. */
function asServed(pathname: string): string {
  const [, first = '', ...rest] = pathname.split('/');
  return ['', decodeURIComponent(first).toLowerCase(), ...rest].join('/');
}
