// A link to the page that one is on, such as the logo, leads to its top. To the router nothing has changed then.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { beginAtTop } from '@/lib/beginAtTop';

export function useSamePageScroll(): void {
  const { key, pathname, hash } = useLocation();
  const navigation = useNavigationType();
  const last = useRef({ key, pathname });

  useEffect(() => {
    const { key: lastKey, pathname: lastPathname } = last.current;
    last.current = { key, pathname };
    if (key === lastKey || pathname !== lastPathname || hash || navigation === 'POP') return;
    beginAtTop(document.getElementById('main'));
  }, [key, pathname, hash, navigation]);
}
