// Opens a candidate from any screen: a button in the header, Ctrl-K, and what is typed.
import { Box, chakra, Flex } from '@chakra-ui/react';
import Search from 'lucide-react/icons/search';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { DialogFrame } from '@/portal/kit/ui/DialogFrame';
import { Badge, Button, Input } from '@/portal/kit/ui/elements';
import { StatusBadge } from '@/portal/kit/ui/status';
import { useSettled } from './useSettled';

export function FindCandidate() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (key: globalThis.KeyboardEvent) => {
      if (!(key.ctrlKey || key.metaKey) || key.key.toLowerCase() !== 'k') return;
      // Not over a question that waits for its answer.
      if (document.querySelector('dialog[open]')) return;
      key.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', open);
    return () => {
      removeEventListener('keydown', open);
    };
  }, []);
  return (
    <>
      <Opener
        look="quiet"
        size="small"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Search size={16} aria-hidden="true" />
        Find
        <Box asChild hideBelow="md">
          <span>by name, phone, e-mail or pass no.</span>
        </Box>
        <Key>Ctrl K</Key>
      </Opener>
      {isOpen && (
        <FindDialog
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

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

type Row = AnswerOf<'/api/customers'>['data'][number];

const pauseMs = 250;
const mostShown = 8;
/** The server asks for no more. */
const longestSearch = 300;
/** The server finds nothing for less. */
const fewest = 2;

function FindDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  /** What Enter was pressed behind before its answer was there. */
  const entered = useRef<string>(undefined);
  const navigate = useNavigate();
  const settled = useSettled(text.trim(), pauseMs);
  const isEnough = settled.length >= fewest;
  const { data, error, isLoading } = useAnswer(
    '/api/customers',
    isEnough ? { query: { search: settled, limit: mostShown } } : undefined,
    { keepPreviousData: true },
  );
  const rows = isEnough ? (data?.data ?? []) : [];
  const isWaiting = isLoading || settled !== text.trim();
  const marked = Math.min(chosen, rows.length - 1);

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [marked]);

  const open = (to: string) => {
    dialog.current?.close();
    void navigate(to);
  };
  useEffect(() => {
    if (isWaiting) return;
    const [best] = error ? [] : rows;
    if (best && entered.current === text.trim()) open(portalPaths.customer(best.customer_id));
    // A later answer to the same text opens nothing by itself.
    entered.current = undefined;
  });
  const onKey = (key: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key.key];
    if (step !== undefined && rows.length > 0) {
      key.preventDefault();
      entered.current = undefined;
      setChosen((marked + step + rows.length) % rows.length);
    }
    if (key.key !== 'Enter') return;
    if (isWaiting) {
      // What is marked, and may have been chosen, is of the letters before.
      if (chosen === 0) entered.current = text.trim();
      return;
    }
    const row = rows[marked];
    if (row) open(portalPaths.customer(row.customer_id));
  };

  return (
    <DialogFrame
      ref={dialog}
      aria-label="Find a candidate"
      onClose={onClose}
      display="flex"
      flexDirection="column"
      width="min(36rem, calc(100vw - 2rem))"
      maxHeight="85dvh"
      marginTop="10vh"
    >
      <Input
        role="combobox"
        aria-label="Name, phone, e-mail, pass number or order"
        aria-expanded={rows.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={rows.length > 0 ? `${id}-${String(marked)}` : undefined}
        placeholder="Name, phone, e-mail, pass no."
        autoComplete="off"
        spellCheck={false}
        maxLength={longestSearch}
        value={text}
        onChange={(change) => {
          setText(change.target.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <Box asChild fontSize="s" color="ink-soft" marginBlock="2">
        <p role="status">{hint({ isEnough, isWaiting, rows, error, cut: data?.search?.cut ?? false })}</p>
      </Box>
      <List id={`${id}-list`} role="listbox" aria-label="Candidates" aria-busy={isWaiting}>
        {rows.map((row, index) => (
          <Hit
            key={row.customer_id}
            id={`${id}-${String(index)}`}
            role="option"
            aria-selected={index === marked}
            onClick={() => {
              open(portalPaths.customer(row.customer_id));
            }}
          >
            <Flex justify="space-between" gap="3" align="center">
              <Box asChild fontWeight="600" overflowWrap="anywhere">
                <span translate="no">{row.name}</span>
              </Box>
              {row.validity === 'withdrawn' ? (
                <Badge colour="grey">WITHDRAWN</Badge>
              ) : (
                <StatusBadge status={row.status} />
              )}
            </Flex>
            <Box fontSize="s" color="ink-soft" overflowWrap="anywhere">
              {[row.phone, row.email, row.examName ?? row.packageName].join(' · ')}
            </Box>
          </Hit>
        ))}
      </List>
      <Flex justify="flex-end" gap="3" marginTop="4" wrap="wrap">
        <Button
          look="quiet"
          disabled={!isEnough}
          onClick={() => {
            const query = new URLSearchParams({ search: settled, status: 'all' });
            open(`${portalPaths.customers}?${query.toString()}`);
          }}
        >
          Show all in the list
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            dialog.current?.close();
          }}
        >
          Close
        </Button>
      </Flex>
    </DialogFrame>
  );
}

interface State {
  isEnough: boolean;
  isWaiting: boolean;
  rows: readonly Row[];
  error: unknown;
  cut: boolean;
}

function hint({ isEnough, isWaiting, rows, error, cut }: State): string {
  if (error) return failureText(error, 'The search failed. Please try again.');
  if (!isEnough) return 'Type at least two letters, or the last four digits of a phone number.';
  if (isWaiting) return 'Searching...';
  if (rows.length === 0) return 'Nobody was found.';
  if (cut) return 'More than 100 match; these are the best. Type more to see the right one.';
  return `${String(rows.length)} shown. Arrow keys choose, Enter opens.`;
}

/** What is found scrolls, so that the buttons below stay on the screen. */
const List = chakra('ul', {
  base: {
    listStyle: 'none',
    padding: '0',
    margin: '0',
    overflowY: 'auto',
    '&:not(:empty)': { minHeight: '6rem' },
  },
});

const Hit = chakra('li', {
  base: {
    padding: '2',
    borderRadius: 's',
    cursor: 'pointer',
    minHeight: 'target',
    '&:hover': { background: 'row-hover' },
    // What Enter opens, wherever the pointer lies.
    '&[aria-selected=true]': { background: 'primary-tint', boxShadow: 'inset 3px 0 var(--primary)' },
  },
});
