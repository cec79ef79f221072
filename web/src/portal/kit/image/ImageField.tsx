// Picks one picture, with the file dialog or by dropping it, makes it as small as the site needs it, and shows it.
import { Box, chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { Field } from '@/portal/kit/ui/Field';
import { Button } from '@/portal/kit/ui/elements';
import { shrink, UnusableImage } from './shrink';

interface Props {
  label: string;
  isRequired?: boolean;
  hint?: string;
  error?: string | undefined;
  /** The address of the stored picture, the data URL of a picked one, or empty. */
  value: string;
  /** What the field goes back to when the person takes their pick back. */
  stored: string;
  onChange: (value: string) => void;
  /** A form must not be sent while a picture is being prepared. */
  onPreparing: (isPreparing: boolean) => void;
}

export function ImageField({ label, isRequired, hint, error, value, stored, onChange, onPreparing }: Props) {
  const [isPreparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** The newest pick: an earlier one that is ready later no longer counts. */
  const pick = useRef(0);

  const isBusy = useRef(false);

  const prepare = (isBeginning: boolean) => {
    if (isBusy.current === isBeginning) return;
    isBusy.current = isBeginning;
    setPreparing(isBeginning);
    onPreparing(isBeginning);
  };
  useEffect(
    () => () => {
      pick.current += 1;
      if (isBusy.current) onPreparing(false);
    },
    // Only when the field goes away; what the form does with it is always the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );

  const take = (file: File | undefined) => {
    if (!file) return;
    pick.current += 1;
    const own = pick.current;
    setProblem(undefined);
    prepare(true);
    shrink(file)
      .then(
        (dataUrl) => {
          if (own === pick.current) onChange(dataUrl);
        },
        (failure: unknown) => {
          if (own !== pick.current) return;
          if (!(failure instanceof UnusableImage)) throw failure;
          setProblem(failure.message);
        },
      )
      .finally(() => {
        if (own === pick.current) prepare(false);
      });
  };

  const isPicked = value !== stored;
  const hasFile = isPicked || isPreparing || problem !== undefined;
  useEffect(() => {
    // Saved, or taken back: the control must not go on naming a file.
    if (!hasFile && input.current) input.current.value = '';
  }, [hasFile]);

  return (
    <Field label={label} isRequired={isRequired} hint={hint} error={problem ?? error}>
      {(control) => (
        <Drop
          data-over={isOver || undefined}
          onDragOver={(drag) => {
            drag.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => {
            setOver(false);
          }}
          onDrop={(drop) => {
            drop.preventDefault();
            setOver(false);
            const { files } = drop.dataTransfer;
            // The control shows the name of what was dropped as of what was picked.
            if (input.current && files instanceof FileList) input.current.files = files;
            take(files[0]);
          }}
        >
          {value && (
            <Preview src={value} alt={isPicked ? `${label}, newly picked` : `${label}, as it is now`} />
          )}
          <div>
            <Picker
              {...control}
              ref={input}
              type="file"
              accept="image/*"
              onClick={(click) => {
                // So that the same file can be picked again after it was corrected.
                click.currentTarget.value = '';
              }}
              onChange={(change) => {
                take(change.target.files?.[0]);
              }}
            />
            {isPicked && !isPreparing && (
              <Button
                marginTop="2"
                look="quiet"
                size="small"
                onClick={() => {
                  setProblem(undefined);
                  onChange(stored);
                  input.current?.focus();
                }}
              >
                Take back
              </Button>
            )}
          </div>
          <Box role="status" fontSize="s" color="ink-soft">
            <BusyLabel busy={isPreparing && 'Preparing the picture...'}>
              {isPicked && 'The picture is ready to be saved.'}
            </BusyLabel>
          </Box>
        </Drop>
      )}
    </Field>
  );
}

const Drop = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '2',
    padding: '3',
    border: '1px dashed',
    borderColor: 'line-strong',
    borderRadius: 's',
    background: 'surface',
    '&[data-over]': { background: 'primary-tint', borderColor: 'primary' },
  },
});

const Preview = chakra('img', {
  base: {
    maxWidth: 'full',
    maxHeight: '10rem',
    width: 'auto',
    height: 'auto',
    objectFit: 'contain',
    justifySelf: 'start',
    borderRadius: 's',
    background: 'paper',
  },
});

/** The browser's own control: it speaks the person's language and works with any keyboard and screen reader. */
const Picker = chakra('input', {
  base: {
    width: 'full',
    minWidth: '0',
    fontSize: 's',
    color: 'ink-soft',
    '&::file-selector-button': {
      minHeight: 'target',
      marginInlineEnd: '3',
      paddingInline: '4',
      border: '1px solid var(--line-strong)',
      borderRadius: 's',
      background: 'surface',
      color: 'ink',
      font: 'inherit',
      fontWeight: '600',
      cursor: 'pointer',
    },
    '&[aria-invalid=true]::file-selector-button': { border: '2px solid var(--error)' },
  },
});
