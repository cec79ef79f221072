// The last question before everything is deleted: what is to be typed is typed.
import { useState, type ReactElement } from 'react';
import { call } from '@/lib/api/client';
import { failureText } from '@/portal/kit/api/failure';
import { useKept } from '@/portal/kit/forms/useKept';
import { CheckField, TextField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { withReference } from '@/portal/kit/ui/withReference';
import type { Closing } from './closing';

const exported = 'EXPORTED';
const withoutExport = 'WITHOUT EXPORT';

interface Props {
  closing: Closing;
  reload: () => Promise<unknown>;
  onClose: () => void;
}

export function DeleteDialog({ closing: { confirmation: expected, checks }, reload, onClose }: Props) {
  const [{ confirmation, exportText, isSeen }, change] = useKept('deletion', {
    confirmation: '',
    exportText: '',
    isSeen: false,
  });
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | ReactElement>();
  const hasWarnings = checks.some(({ count }) => count > 0);

  const errors = {
    confirmation: confirmation.trim() === expected ? undefined : `Type ${expected}`,
    export: [exported, withoutExport].includes(exportText.trim())
      ? undefined
      : `Type ${exported} or ${withoutExport}`,
  };

  const send = async () => {
    setChecked(true);
    if (errors.confirmation ?? errors.export) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await call('post', '/api/closing', {
        body: {
          step: 'delete',
          confirmation: confirmation.trim(),
          export: exportText.trim(),
          despite_warnings: isSeen,
        },
      });
      await reload();
      onClose();
    } catch (error) {
      setFailure(withReference(failureText(error, 'The deletion could not be begun.'), error));
      await reload();
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title="Delete personal data?"
      text="Everything about candidates is deleted, and nobody can bring it back. It takes a few minutes and continues automatically."
      agree="Delete for ever"
      isDangerous
      isBusy={isBusy}
      isDirty={isSeen || exportText !== '' || confirmation !== ''}
      failure={failure}
      onSend={() => void send()}
      onClose={onClose}
    >
      <TextField
        label={`What was exported: type ${exported}, or ${withoutExport}`}
        isRequired
        autoComplete="off"
        spellCheck={false}
        value={exportText}
        error={isChecked ? errors.export : undefined}
        onChange={(typed) => {
          change({ exportText: typed });
        }}
      />
      {hasWarnings && (
        <CheckField
          label="I have looked at what is still open"
          isChecked={isSeen}
          onChange={(isChecked) => {
            change({ isSeen: isChecked });
          }}
        />
      )}
      <TextField
        label={`To confirm, type ${expected}`}
        isRequired
        autoComplete="off"
        spellCheck={false}
        value={confirmation}
        error={isChecked ? errors.confirmation : undefined}
        onChange={(typed) => {
          change({ confirmation: typed });
        }}
      />
    </FormDialog>
  );
}
