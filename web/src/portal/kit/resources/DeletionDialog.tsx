// The question before something of the catalogue is deleted: what depends on it, and what can be done instead.
import { Box } from '@chakra-ui/react';
import { Button, Notice } from '@/portal/kit/ui/elements';
import { AnswerDialog } from '@/portal/kit/ui/AnswerDialog';
import { Failed, Loading } from '@/portal/kit/ui/PageState';
import { factsOf, type CatalogueKind } from './dependents';
import { useFresh } from './useFresh';

/** `all the same` whatever is lost with it. */
export type DeletionAnswer = 'keep' | 'delete' | 'all the same' | { instead: string };

/** Something milder than deleting. */
export interface Instead {
  /** The word on its button, by which the answer names it. */
  label: string;
}

interface Props {
  question: string;
  name: string;
  kind: CatalogueKind;
  id: string;
  /** What there is to say of it beside what depends on it. */
  state?: string | undefined;
  instead?: readonly Instead[] | undefined;
  onAnswer: (answer: DeletionAnswer) => void;
}

export function DeletionDialog({ question, name, kind, id, state, instead = [], onAnswer }: Props) {
  const { thing, error, retry } = useFresh('/api/catalogue/{kind}/{id}/dependents', { path: { kind, id } });
  const refusal = thing?.refusal;
  // What is in a stream goes first, whatever one says.
  const isDeletable = refusal?.code !== 'not_empty';
  return (
    <AnswerDialog<DeletionAnswer>
      title={isDeletable ? question : `${name} cannot be deleted`}
      unanswered="keep"
      onAnswer={onAnswer}
      buttons={(give) => (
        <>
          <Button
            look="quiet"
            onClick={() => {
              give('keep');
            }}
          >
            {isDeletable ? 'Cancel' : 'Close'}
          </Button>
          {thing &&
            instead.map(({ label }) => (
              <Button
                key={label}
                look={refusal ? 'primary' : 'quiet'}
                onClick={() => {
                  give({ instead: label });
                }}
              >
                {label}
              </Button>
            ))}
          {isDeletable && (
            <Button
              look="danger"
              // What others need is spared by the server, also where it could not be said here.
              disabled={!thing && !error}
              onClick={() => {
                give(refusal ? 'all the same' : 'delete');
              }}
            >
              {refusal ? 'Delete all the same' : 'Delete'}
            </Button>
          )}
        </>
      )}
    >
      {(give) => {
        const facts = thing
          ? factsOf(kind, thing, () => {
              give('keep');
            })
          : [];
        return (
          <Box display="grid" gap="3">
            {isDeletable && (
              <p>
                <strong>{name}</strong>
              </p>
            )}
            {error ? (
              <Failed
                text="It could not be looked up what depends on it. What others need is not deleted."
                error={error}
                retry={retry}
              />
            ) : thing ? (
              <>
                {facts.length > 0 || state ? (
                  <Box asChild display="grid" gap="2" paddingInlineStart="5" listStyleType="disc">
                    <ul>
                      {state && <li>{state}</li>}
                      {facts.map((fact, at) => (
                        <li key={at}>{fact}</li>
                      ))}
                    </ul>
                  </Box>
                ) : (
                  <p>Nothing depends on it.</p>
                )}
                {refusal && (
                  <Notice tone={isDeletable ? 'error' : undefined}>
                    {isDeletable ? `Better not delete it. ${refusal.message}` : refusal.message}
                  </Notice>
                )}
              </>
            ) : (
              <Loading />
            )}
          </Box>
        );
      }}
    </AnswerDialog>
  );
}
