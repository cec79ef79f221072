// People who were let in twice while devices had no network, with what to do about each.
import { Box, Flex } from '@chakra-ui/react';
import { useToken } from '@/lib/session';
import { useKept } from '@/portal/kit/forms/useKept';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Button, ButtonLink, Card } from '@/portal/kit/ui/elements';
import { mayWorkAtCounter } from '@/portal/kit/session/username';
import { dateTime } from '@/portal/kit/ui/format';
import type { AttendanceAnswer } from './answers';
import { UndoDialog } from './UndoDialog';

type Double = AttendanceAnswer['doubles'][number];

interface Props {
  doubles: readonly Double[];
  list: string;
  readAgain: () => Promise<unknown>;
}

export function Doubles({ doubles, list, readAgain }: Props) {
  const [{ pass }, undo] = useKept(`undoing-${list}`, { pass: '' });
  const undoing = doubles.find(({ candidate }) => candidate.pass_no === pass);
  const mayUndo = mayWorkAtCounter(useToken() ?? '');
  if (doubles.length === 0) return null;
  return (
    <Card aria-labelledby="doubles">
      <Box asChild fontSize="l">
        <h2 id="doubles">{`Let in twice (${String(doubles.length)})`}</h2>
      </Box>
      <Box asChild color="ink-soft" marginTop="1" marginBottom="3">
        <p>
          Two devices without a network admitted the same pass. Ask at the place of the second admission: if
          the same person came back, nothing has to be done. If two people came with one pass, find the second
          one by the name, look at an ID, and withdraw the pass if it was given away. Undo takes the admission
          back when nobody of that name is in.
        </p>
      </Box>
      <Flex asChild direction="column" gap="3">
        <ul>
          {doubles.map((double) => (
            <Box
              asChild
              key={`${double.candidate.customer_id} ${double.second.at}`}
              paddingTop="3"
              borderTop="1px solid"
              borderColor="line"
            >
              <li>
                <Flex justify="space-between" gap="3" wrap="wrap" align="center">
                  <Box minWidth="0" overflowWrap="anywhere">
                    <strong translate="no">{double.candidate.name}</strong>
                    <span translate="no">{`, ${double.candidate.pass_no}`}</span>
                    <Box fontSize="s" color="ink-soft">
                      {`${placeOf(double.first)}, then ${placeOf(double.second)}`}
                    </Box>
                  </Box>
                  <Flex gap="2" wrap="wrap">
                    <ButtonLink
                      look="quiet"
                      size="small"
                      to={portalPaths.customer(double.candidate.customer_id)}
                      aria-label={`See candidate ${double.candidate.name}`}
                    >
                      See candidate
                    </ButtonLink>
                    {mayUndo && (
                      <Button
                        look="quiet"
                        size="small"
                        aria-label={`Undo the admission of ${double.candidate.name}`}
                        onClick={() => {
                          undo({ pass: double.candidate.pass_no });
                        }}
                      >
                        Undo
                      </Button>
                    )}
                  </Flex>
                </Flex>
              </li>
            </Box>
          ))}
        </ul>
      </Flex>
      {undoing && (
        <UndoDialog
          name={undoing.candidate.name}
          passNo={undoing.candidate.pass_no}
          list={list}
          readAgain={readAgain}
          onClose={() => {
            undo({ pass: '' });
          }}
        />
      )}
    </Card>
  );
}

const placeOf = ({ at, by, device }: Double['first']): string => `${dateTime(at)} at ${device} (${by})`;
