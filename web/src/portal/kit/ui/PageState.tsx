// What stands in the place of data: that it is on the way, that it did not come, or that there is none.
import { Box, Flex } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { Reference } from '@/components/Reference';
import { Spinner } from '@/components/Spinner';
import { texts } from '@/content/texts';
import { ApiError, referenceOf } from '@/lib/api/client';
import type { Answer } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { Button, ButtonLink, Notice } from './elements';

interface Props<Data> {
  answer: Answer<Data>;
  /** Said when the server gives no reason of its own. */
  failure: string;
  /** Where the others are, when this one does not exist. */
  others?: Others | undefined;
  /** Said when `isEmpty`. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactElement;
}

/** The data once it is there; what came before stays in sight when it cannot be refreshed. */
export function PageState<Data>({ answer, failure, others, empty, isEmpty, children }: Props<Data>) {
  const { data, error, mutate } = answer;
  if (data === undefined) {
    return error ? (
      <Failed text={failureText(error, failure)} error={error} others={others} retry={() => void mutate()} />
    ) : (
      <Loading />
    );
  }
  return (
    <>
      {error && (
        <Box marginBottom="4">
          <Failed
            text={`${failure}. This is what was here before.`}
            error={error}
            retry={() => void mutate()}
          />
        </Box>
      )}
      {isEmpty?.(data) ? <Empty>{empty}</Empty> : children(data)}
    </>
  );
}

export function Loading({ text = 'Loading...' }: { text?: string }) {
  return (
    <Flex asChild align="center" gap="3" paddingBlock="5" color="ink-soft">
      <p role="status">
        <Spinner />
        <span>{text}</span>
      </p>
    </Flex>
  );
}

interface Others {
  to: string;
  /** What they are called, in the middle of a sentence. */
  label: string;
}

interface FailedProps {
  text: string;
  /** What was thrown: its reference is shown, and that there was no connection. */
  error?: unknown;
  /** Where to go on from what does not exist: asking for it again brings nothing. */
  others?: Others | undefined;
  retry?: () => void;
}

export function Failed({ text, error, others, retry }: FailedProps) {
  const isOffline = error instanceof ApiError && error.status === 0 && !error.isLost;
  const isGone = others !== undefined && error instanceof ApiError && error.status === 404;
  return (
    <Notice tone="error" role="alert">
      <p>{text}</p>
      {isOffline && text !== texts.offline && <p>{texts.offline}</p>}
      <Reference id={referenceOf(error)} />
      {isGone && (
        <>
          <p>{`${error.message === text ? '' : `${error.message} `}It may have been deleted.`}</p>
          <ButtonLink look="quiet" size="small" marginTop="3" to={others.to}>
            {`See all ${others.label}`}
          </ButtonLink>
        </>
      )}
      {retry && !isGone && (
        <Button look="quiet" size="small" marginTop="3" onClick={retry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return (
    <Box paddingBlock="6" textAlign="center" color="ink-soft">
      {children}
    </Box>
  );
}
