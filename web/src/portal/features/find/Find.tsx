// Opens a candidate, a screen or what is done there from anywhere: a button in the header, Ctrl-K, and what is typed.
import { Box, chakra } from '@chakra-ui/react';
import Search from 'lucide-react/icons/search';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '@/portal/kit/ui/elements';
import { useToaster } from '@/portal/kit/ui/Toaster';
import type { FindDialog } from './FindDialog';
import type { Place } from './places';

interface Shown {
  Dialog: typeof FindDialog;
  typed: string;
}

export function Find({ places }: { places: readonly Place[] }) {
  const [shown, setShown] = useState<Shown>();
  /** While the dialog is being fetched, which it is when it is first opened: what was typed meanwhile. */
  const fetching = useRef<{ typed: string }>(undefined);
  const toaster = useToaster();

  const open = async () => {
    if (fetching.current) return;
    const ahead = { typed: '' };
    fetching.current = ahead;
    try {
      const { FindDialog: Dialog } = await import('./FindDialog');
      // With the focus in its field before the next letter comes.
      flushSync(() => {
        setShown({ Dialog, typed: ahead.typed });
      });
    } catch (error) {
      toaster.error('The search did not load. Please load the page again.', error);
    } finally {
      fetching.current = undefined;
    }
  };
  const press = useEffectEvent((key: KeyboardEvent) => {
    const isShortcut = key.ctrlKey || key.metaKey;
    if (fetching.current && !isShortcut && key.key.length === 1) {
      key.preventDefault();
      fetching.current.typed += key.key;
    }
    if (!isShortcut || !isK(key)) return;
    // Not over a question that waits for its answer.
    if (document.querySelector('dialog[open]')) return;
    key.preventDefault();
    void open();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
    };
  }, []);

  return (
    <>
      <Opener
        look="quiet"
        size="small"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => void open()}
      >
        <Search size={16} aria-hidden="true" />
        Find
        <Box asChild hideBelow="md">
          <span>a person, a screen or an action</span>
        </Box>
        <Key>{isMac ? '⌘ K' : 'Ctrl K'}</Key>
      </Opener>
      {shown && (
        <shown.Dialog
          places={places}
          typed={shown.typed}
          onClose={() => {
            setShown(undefined);
          }}
        />
      )}
    </>
  );
}

/** By its place where the layout has no Latin letters, such as those of India. */
const isK = ({ key, code }: KeyboardEvent) =>
  key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key));

/** Whose keyboard has ⌘ where others have Ctrl. */
const isMac = /Mac|iPad|iPhone/.test(navigator.userAgent);

/** Where there is room, it looks like the field that it opens. */
const Opener = chakra(Button, {
  base: {
    flex: 'none',
    gap: '1',
    '& svg': { marginInlineEnd: '1' },
    '@media (min-width: 48rem)': {
      width: '25rem',
      flexShrink: '1',
      justifyContent: 'start',
      background: 'paper',
      borderColor: 'line',
      color: 'ink-soft',
      fontWeight: '400',
      whiteSpace: 'nowrap',
      overflow: 'hidden',
    },
  },
});

const Key = chakra('kbd', {
  base: {
    marginInlineStart: 'auto',
    paddingInline: '1',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: '0.25rem',
    fontFamily: 'inherit',
    fontSize: 'xs',
    // A keyboard to press it on.
    '@media (max-width: 63.99rem), (pointer: coarse)': { display: 'none' },
  },
});
