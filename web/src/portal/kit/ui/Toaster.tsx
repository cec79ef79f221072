// Short messages about what was just done. Good news goes by itself, bad news waits to be read.
import { chakra, Flex } from '@chakra-ui/react';
import { Reference } from '@/components/Reference';
import { referenceOf } from '@/lib/api/client';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';

const goesAfterMs = 6_000;

interface Toaster {
  success: (text: string) => void;
  /** With the reference of what was thrown, if it has one. */
  error: (text: string, thrown?: unknown) => void;
}

interface Toast {
  id: number;
  text: string;
  isError: boolean;
  reference: string | undefined;
}

const ToasterContext = createContext<Toaster | undefined>(undefined);

export function useToaster(): Toaster {
  const toaster = use(ToasterContext);
  if (!toaster) throw new Error('useToaster needs a ToasterProvider around it');
  return toaster;
}

let lastId = 0;

export function ToasterProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const toaster = useMemo<Toaster>(() => {
    const show = (text: string, isError: boolean, reference?: string) => {
      lastId += 1;
      const toast = { id: lastId, text, isError, reference };
      // The same words twice are one message.
      setToasts((shown) => [...shown.filter((other) => other.text !== text), toast].slice(-3));
    };
    return {
      success: (text) => {
        show(text, false);
      },
      error: (text, thrown) => {
        show(text, true, referenceOf(thrown));
      },
    };
  }, []);

  return (
    <ToasterContext value={toaster}>
      {children}
      <Flex
        aria-live="polite"
        role="region"
        aria-label="Messages"
        direction="column"
        gap="2"
        position="fixed"
        zIndex="30"
        bottom="4"
        insetInline="4"
        marginInline="auto"
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
    color: 'on-dark',
  },
  variants: { tone: { good: { background: 'primary-strong' }, bad: { background: 'error' } } },
});

const Close = chakra('button', {
  base: {
    flex: 'none',
    width: 'target',
    height: 'target',
    border: '0',
    background: 'transparent',
    color: 'on-dark',
    fontSize: 'xl',
    cursor: 'pointer',
  },
});

function ToastCard({ toast, onGone }: { toast: Toast; onGone: () => void }) {
  const { text, isError, id, reference } = toast;
  useEffect(() => {
    if (isError) return;
    const timer = setTimeout(onGone, goesAfterMs);
    return () => {
      clearTimeout(timer);
    };
    // `onGone` is a new function for every message; the time counts from this one's own beginning.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id, isError]);

  return (
    <Sheet tone={isError ? 'bad' : 'good'} role={isError ? 'alert' : 'status'}>
      <div>
        <p>{text}</p>
        <Reference id={reference} />
      </div>
      <Close type="button" aria-label="Close" onClick={onGone}>
        ×
      </Close>
    </Sheet>
  );
}
