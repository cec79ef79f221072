// The frame of every form that saves something: what went wrong on top, the buttons below, and the focus where it is
// needed.
import { chakra, Flex } from '@chakra-ui/react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { Reference } from '@/components/Reference';
import type { Shown } from '@/lib/useProblem';
import { Button, Notice } from '@/portal/kit/ui/elements';
import { focusFirstInvalid } from '@/portal/kit/ui/focusFirstInvalid';
import { LoadNewer } from './LoadNewer';
import type { Form, Problem } from './useForm';

interface Props<Values> {
  form: Form<Values>;
  /** What the form is for, to those who cannot see its heading. */
  label: string;
  submitLabel: string;
  /** A picture is being prepared that belongs to what is saved. */
  isPreparing?: boolean;
  onCancel?: (() => void) | undefined;
  /** Starts afresh from the version that somebody else has saved. */
  onReload?: (() => Promise<void>) | undefined;
  children: ReactNode;
}

export function EditorForm<Values>({
  form,
  label,
  submitLabel,
  isPreparing = false,
  onCancel,
  onReload,
  children,
}: Props<Values>) {
  const { problem, isBusy, refusals, submit } = form;
  const element = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    if (refusals > 0) focusFirstInvalid(element.current);
  }, [refusals]);

  return (
    <form
      ref={element}
      noValidate
      aria-label={label}
      onSubmit={(submission) => {
        submission.preventDefault();
        if (!isPreparing) submit();
      }}
    >
      {problem && <FormProblem problem={problem} onReload={onReload} />}
      <Fields disabled={isBusy}>{children}</Fields>
      <Flex wrap="wrap" gap="3" marginTop="5">
        <Button type="submit" disabled={isBusy || isPreparing} aria-busy={isBusy}>
          <BusyLabel busy={isBusy && 'Saving...'}>{submitLabel}</BusyLabel>
        </Button>
        {onCancel && (
          <Button look="quiet" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Flex>
    </form>
  );
}

const Fields = chakra('fieldset', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4' },
});

interface FormProblemProps {
  problem: Shown<Problem>;
  onReload: Props<never>['onReload'];
}

function FormProblem({ problem, onReload }: FormProblemProps) {
  const notice = useRef<HTMLDivElement>(null);
  // At once with the words: a person who goes on typing a moment later must not have the focus taken away.
  useLayoutEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, [problem.occurrence]);

  return (
    <Notice ref={notice} tone="error" role="alert" tabIndex={-1} marginBottom="4">
      <strong>{problem.title}</strong>
      {problem.detail && problem.detail !== problem.title && <p>{problem.detail}</p>}
      <Reference id={problem.reference} />
      {problem.isStale && onReload && (
        <LoadNewer load={onReload}>
          What you typed is still here; loading the newer version replaces it.
        </LoadNewer>
      )}
    </Notice>
  );
}
