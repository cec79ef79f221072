// What is typed, and whom or what it finds: candidates by the server's search, screens and actions by their words.
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { Reference } from '@/components/Reference';
import { referenceOf } from '@/lib/api/client';
import { useAnswer } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { useIsOfBefore } from '@/portal/kit/api/useIsOfBefore';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { composes } from '@/portal/kit/ui/composes';
import { DialogFrame } from '@/portal/kit/ui/DialogFrame';
import { Badge, Button, framed, Input } from '@/portal/kit/ui/elements';
import { StatusBadge } from '@/portal/kit/ui/status';
import { isWholeLabel, placesFor, type Place } from './places';
import { useSettled } from './useSettled';

const pauseMs = 250;
const mostShown = 8;
/** The server asks for no more. */
const longestSearch = 300;
/** The server finds nothing for less. */
const fewest = 2;

interface Props {
  /** Screens and actions that this person may open. */
  places: readonly Place[];
  /** What is in the field from the beginning. */
  typed: string;
  onClose: () => void;
}

export function FindDialog({ places: all, typed, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState(typed);
  /** Undefined until an arrow key has chosen. */
  const [chosen, setChosen] = useState<number>();
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
  const isOfBefore = useIsOfBefore(settled, { data, isLoading });
  // Where the search failed, who was found by the letters before is not who is looked for.
  const rows = isEnough && !(error && isOfBefore) ? (data?.data ?? []) : [];
  const places = placesFor(all, text);
  const addresses = [
    ...places.map(({ to }) => to),
    ...rows.map(({ customer_id }) => portalPaths.customer(customer_id)),
  ];
  const isWaiting = isLoading || settled !== text.trim();
  // People are looked for far more often: a screen is meant where nobody is found, or where all of its name is typed.
  const isScreen = isWholeLabel(places[0], text);
  const meant = isScreen || rows.length === 0 ? 0 : places.length;
  const marked = Math.min(chosen ?? meant, addresses.length - 1);

  useLayoutEffect(() => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    // Behind what was typed already.
    const field = dialog.current?.querySelector('input');
    field?.setSelectionRange(field.value.length, field.value.length);
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
    const best = error ? undefined : addresses[meant];
    if (best && entered.current === text.trim()) open(best);
    // A later answer to the same text opens nothing by itself.
    entered.current = undefined;
  });
  const onKey = (key: KeyboardEvent) => {
    if (composes(key)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key.key];
    if (step !== undefined && addresses.length > 0) {
      key.preventDefault();
      entered.current = undefined;
      setChosen((marked + step + addresses.length) % addresses.length);
    }
    if (key.key !== 'Enter') return;
    const isPlace = marked < places.length;
    if (isWaiting && !(isPlace && (isScreen || chosen !== undefined))) {
      // Whoever is marked is of the letters before.
      if (chosen === undefined) entered.current = text.trim();
      return;
    }
    const to = addresses[marked];
    if (to) open(to);
  };
  const option = (index: number) => ({
    id: `${id}-${String(index)}`,
    role: 'option',
    'aria-selected': index === marked,
    onClick: () => {
      const to = addresses[index];
      if (to) open(to);
    },
  });

  return (
    <DialogFrame
      ref={dialog}
      aria-label="Find"
      onClose={onClose}
      display="flex"
      flexDirection="column"
      width="min(36rem, calc(100vw - 2rem))"
      maxHeight="85dvh"
      marginTop="10vh"
      css={{
        [largeText]: { width: 'calc(100vw - 1rem)', padding: '3', marginTop: '2' },
        [lowScreen]: { display: 'block', maxHeight: 'calc(100dvh - 1rem)' },
      }}
    >
      <Input
        role="combobox"
        aria-label="Name, phone, e-mail, pass number, order, screen or action"
        aria-expanded={addresses.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={addresses.length > 0 ? `${id}-${String(marked)}` : undefined}
        placeholder="Name, phone, pass no., or a screen"
        autoComplete="off"
        spellCheck={false}
        maxLength={longestSearch}
        value={text}
        onChange={(change) => {
          setText(change.target.value);
          setChosen(undefined);
        }}
        onKeyDown={onKey}
      />
      <Box asChild fontSize="s" color="ink-soft" marginBlock="2">
        <p role="status">
          {hint({ isEnough, isWaiting, found: addresses.length, error, cut: data?.search?.cut ?? false })}
        </p>
      </Box>
      <Reference id={referenceOf(error)} />
      <List id={`${id}-list`} role="listbox" aria-label="What was found" aria-busy={isWaiting}>
        {places.length > 0 && (
          <div role="group" aria-labelledby={`${id}-places`}>
            <GroupName id={`${id}-places`} role="presentation">
              Screens and actions
            </GroupName>
            {places.map(({ to, label, kind }, index) => (
              <Hit key={`${kind} ${to}`} {...option(index)}>
                <Flex wrap="wrap" justify="space-between" columnGap="3" align="baseline">
                  <Box asChild fontWeight="600" overflowWrap="anywhere">
                    <span>{label}</span>
                  </Box>
                  <Box asChild fontSize="s" color="ink-soft">
                    <span>{kind}</span>
                  </Box>
                </Flex>
              </Hit>
            ))}
          </div>
        )}
        {rows.length > 0 && (
          <div role="group" aria-labelledby={`${id}-people`}>
            <GroupName id={`${id}-people`} role="presentation">
              Candidates
            </GroupName>
            {rows.map((row, index) => (
              <Hit key={row.customer_id} {...option(places.length + index)}>
                <Flex wrap="wrap" justify="space-between" columnGap="3" align="center">
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
          </div>
        )}
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
  /** Options that are shown. */
  found: number;
  error: unknown;
  cut: boolean;
}

function hint({ isEnough, isWaiting, found, error, cut }: State): string {
  if (error) return failureText(error, 'The search failed. Please try again.');
  if (!isEnough && found > 0) return 'Two letters or more find people, too. Arrow keys choose, Enter opens.';
  if (!isEnough) return 'Type at least two letters, or the last four digits of a phone number.';
  if (isWaiting) return 'Searching...';
  if (found === 0) return 'Nobody and nothing was found.';
  if (cut) return 'More than 100 match; these are the best. Type more to see the right one.';
  return `${String(found)} shown. Arrow keys choose, Enter opens.`;
}

/** Text so large that a line has few words. */
const largeText = '@media (max-width: 20rem)';
/** Too low for a list that scrolls between field and buttons: all of it scrolls. */
const lowScreen = '@media (max-height: 32rem)';

/** What is found scrolls, so that the buttons below stay on the screen. */
const List = chakra('div', {
  base: {
    overflowY: 'auto',
    '&:not(:empty)': { minHeight: '6rem' },
    [lowScreen]: { overflowY: 'visible' },
  },
});

const GroupName = chakra('div', {
  base: { paddingInline: '2', paddingTop: '2', fontSize: 'xs', fontWeight: '600', color: 'ink-soft' },
});

const Hit = chakra('div', {
  base: {
    padding: '2',
    borderRadius: 's',
    cursor: 'pointer',
    minHeight: 'target',
    '&:hover': { background: 'row-hover' },
    // What Enter opens, wherever the pointer lies.
    '&[aria-selected=true]': {
      background: 'primary-tint',
      boxShadow: 'inset 3px 0 var(--primary)',
      ...framed,
    },
  },
});
