// For an address of the portal that was reached from the site: the portal is another page, with another security policy.
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { NotFoundPage } from './NotFoundPage';
import { PageLoading } from './PageLoading';

export function PortalAddress() {
  const { pathname, search, hash } = useLocation();
  const address = asServed(pathname);
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

/** What the page was loaded with. Where that is the portal's address, the server thinks it is the site's. */
function loadedPath(): string | undefined {
  const [load] = performance.getEntriesByType('navigation');
  return load && new URL(load.name).pathname;
}
