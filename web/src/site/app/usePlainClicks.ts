// What the prerendered parts of a page can do although React does not know them: links within the site do not
// reload it, videos play in place, one answer of a group is open at a time, and WhatsApp is counted.
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { track } from '@/lib/analytics';

const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

export function usePlainClicks(): void {
  const navigate = useNavigate();

  useEffect(() => {
    const onClick = (click: MouseEvent) => {
      const link = (click.target as Element).closest('a');
      if (link?.hostname === 'wa.me') track({ event: 'whatsapp_click' });
      if (!link || click.defaultPrevented || !isPlain(click)) return;
      if (link.dataset.video) {
        click.preventDefault();
        import('./playInPlace').then(
          ({ playInPlace }) => {
            playInPlace(link);
          },
          () => {
            location.assign(link.href);
          },
        );
      } else if (link.closest('[data-part]') && link.origin === location.origin && !link.target) {
        click.preventDefault();
        void navigate(link.pathname + link.search + link.hash);
      }
    };
    // A browser that does not know groups of details would leave all of them open.
    const onToggle = ({ target }: Event) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return;
      for (const other of document.getElementsByName(target.getAttribute('name') ?? '')) {
        if (other !== target && other instanceof HTMLDetailsElement) other.open = false;
      }
    };
    document.addEventListener('click', onClick);
    document.addEventListener('toggle', onToggle, true);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('toggle', onToggle, true);
    };
  }, [navigate]);
}
