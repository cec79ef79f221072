// A list that is chosen as a file or pasted, as a text that can be mended where it stands.
import { Input } from '@/portal/kit/ui/elements';
import { Field, TextAreaField } from '@/portal/kit/ui/Field';
import { bytesSent, readList, UnusableList } from './readList';

interface Props {
  /** What the text is. */
  label: string;
  fileHint: string;
  /** Which columns it has. */
  columns: string;
  /** What the server takes. */
  mostBytes: number;
  /** What to do about more. */
  tooLarge: string;
  value: string;
  error: string | undefined;
  onChange: (csv: string) => void;
  /** Why a file cannot be used. */
  onUnusable: (message: string) => void;
}

export function CsvFields(props: Props) {
  const { label, fileHint, columns, mostBytes, tooLarge, value, error, onChange, onUnusable } = props;
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      onChange(await readList(file, mostBytes, tooLarge));
    } catch (failure) {
      onUnusable(failure instanceof UnusableList ? failure.message : 'This file could not be read.');
    }
  };
  return (
    <>
      <Field label="File" hint={fileHint}>
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={(picked) => {
              void take(picked.target.files?.[0]);
              // The same file once it is mended.
              picked.target.value = '';
            }}
          />
        )}
      </Field>
      <TextAreaField
        label={label}
        isRequired
        rows={8}
        hint={columns}
        autoComplete="off"
        spellCheck={false}
        wrap="off"
        value={value}
        error={error ?? (bytesSent(value) > mostBytes ? tooLarge : undefined)}
        onChange={onChange}
      />
    </>
  );
}
