// Short messages about what was just done. Good news goes by itself, bad news waits to be read, and what can be undone
// stays for a while, and for as long as one is at it. They never lie over what one is at: the page grows by their height, and
// scrolls what has the focus clear of them.
import { Box, chakra, Flex } from '@chakra-ui/react';
import { Reference } from '@/components/Reference';
import { referenceOf } from '@/lib/api/client';
import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
} from 'react';

/** How much of the bottom of the screen the messages cover; pages leave it free at their end. */
export const toasterRoom = '--toaster-room';

const goesAfterMs = 6_000;
const undoneWithinMs = 20_000;

interface Toaster {
  /** `undo` puts back what was before; the message then has a button for it. */
  success: (text: string, undo?: () => void) => void;
  /** With the reference of what was thrown, if it has one. */
  error: (text: string, thrown?: unknown) => void;
}

interface Toast {
  id: number;
  text: string;
  isError: boolean;
  reference: string | undefined;
  undo: (() => void) | undefined;
}

const ToasterContext = createContext<Toaster | undefined>(undefined);

export function useToaster(): Toaster {
  const toaster = use(ToasterContext);
  if (!toaster) throw new Error('useToaster needs a ToasterProvider around it');
  return toaster;
}

let lastId = 0;

export function ToasterProvider({ children }: { children: ReactElement }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const toaster = useMemo<Toaster>(() => {
    const show = (text: string, kind: Pick<Toast, 'isError' | 'reference' | 'undo'>) => {
      lastId += 1;
      const toast = { id: lastId, text, ...kind };
      // The same words twice are one message.
      setToasts((shown) => [...shown.filter((other) => other.text !== text), toast].slice(-3));
    };
    return {
      success: (text, undo) => {
        show(text, { isError: false, reference: undefined, undo });
      },
      error: (text, thrown) => {
        show(text, { isError: true, reference: referenceOf(thrown), undo: undefined });
      },
    };
  }, []);

  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const room = toasts.length === 0 ? 0 : (region.current?.offsetHeight ?? 0) + 16;
    const { style } = document.documentElement;
    style.setProperty(toasterRoom, `${String(room)}px`);
    // What takes the focus from now on is scrolled clear of them, too.
    style.scrollPaddingBottom = `${String(room)}px`;
    const top = region.current?.getBoundingClientRect().top ?? 0;
    const at = document.activeElement;
    if (room === 0 || !at || at === document.body || region.current?.contains(at)) return;
    const { bottom } = at.getBoundingClientRect();
    if (bottom > top) window.scrollBy({ top: bottom - top + 16, behavior: 'instant' });
  }, [toasts]);

  return (
    <ToasterContext value={toaster}>
      {children}
      <Flex
        ref={region}
        aria-live="polite"
        role="region"
        aria-label="Messages"
        direction="column"
        gap="2"
        position="fixed"
        zIndex="30"
        bottom="4"
        insetInline="4"
        marginInlineStart="auto"
        marginInlineEnd={{ base: 'auto', md: '0' }}
        maxWidth="32rem"
        pointerEvents="none"
      >
        {toasts.map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            onGone={() => {
              setToasts((shown) => shown.filter(({ id }) => id !== toast.id));
            }}
          />
        ))}
      </Flex>
    </ToasterContext>
  );
}

const Sheet = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    paddingBlock: '2',
    paddingInline: '4',
    borderRadius: 's',
    boxShadow: 'card',
    pointerEvents: 'auto',
  },
  variants: {
    tone: {
      good: { background: 'primary-strong', color: 'on-primary' },
      bad: { background: 'error', color: 'on-error' },
    },
  },
});

const Close = chakra('button', {
  base: {
    flex: 'none',
    width: 'target',
    height: 'target',
    border: '0',
    background: 'transparent',
    color: 'inherit',
    fontSize: 'xl',
    cursor: 'pointer',
  },
});

const Undo = chakra('button', {
  base: {
    flex: 'none',
    minHeight: 'target',
    paddingInline: '3',
    border: '1px solid currentColor',
    borderRadius: 's',
    background: 'transparent',
    color: 'inherit',
    fontWeight: '600',
    cursor: 'pointer',
  },
});

function ToastCard({ toast, onGone }: { toast: Toast; onGone: () => void }) {
  const { text, isError, id, reference, undo } = toast;
  const [isHeld, setHeld] = useState(false);
  const hold = () => {
    setHeld(true);
  };
  const release = () => {
    setHeld(false);
  };
  useEffect(() => {
    if (isError || isHeld) return;
    const timer = setTimeout(onGone, undo ? undoneWithinMs : goesAfterMs);
    return () => {
      clearTimeout(timer);
    };
    // `onGone` is a new function for every message; the time counts from this one's own beginning.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id, isError, isHeld]);

  return (
    <Sheet
      tone={isError ? 'bad' : 'good'}
      role={isError ? 'alert' : 'status'}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Box flex="1">
        <p>{text}</p>
        <Reference id={reference} />
      </Box>
      {undo && (
        <Undo
          type="button"
          onClick={() => {
            onGone();
            undo();
          }}
        >
          Undo
        </Undo>
      )}
      <Close type="button" aria-label="Close" onClick={onGone}>
        ×
      </Close>
    </Sheet>
  );
}
