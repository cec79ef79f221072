// The choice of a package and, where it is for one exam, of the college and the course.
import { Grid } from '@chakra-ui/react';
import { texts } from '@/content/texts';
import type { Package } from '@/lib/api/types';
import type { Choice } from '@/lib/registration/choice';
import type { Draft } from '@/lib/registration/draft';
import type { FieldErrors } from '@/lib/registration/validation';
import { choiceFields, withPackage } from '@/lib/registration/choiceFields';
import { rupees } from '@/lib/format';
import { Notice } from '@/portal/kit/ui/elements';
import { SelectField } from '@/portal/kit/ui/Field';

interface Props {
  packages: readonly Package[];
  choice: Choice;
  errors: FieldErrors;
  /** Nothing can be changed: it has been sent. */
  isFixed?: boolean;
  update: (change: Partial<Draft>) => void;
}

export function PackageFields({ packages, choice, errors, isFixed, update }: Props) {
  const { package: chosen } = choice;
  const { college, course } = choiceFields(choice, errors, update);
  return (
    <>
      <SelectField
        label="Package"
        isRequired
        {...(!chosen && { placeholder: '-- Select Package --' })}
        options={packages.map(({ _id, name, price }) => ({ value: _id, label: `${name}, ${rupees(price)}` }))}
        value={chosen?._id ?? ''}
        // Some package is chosen until that one has gone.
        error={chosen || isFixed ? errors.package : 'This package is no longer on sale. Choose another one.'}
        onChange={(packageId) => {
          update(withPackage(packageId));
        }}
      />
      {chosen?.AllowAllCollege && <Notice>{texts.everythingIncluded}</Notice>}
      {chosen && !chosen.AllowAllCollege && (
        // Side by side only where a name of a college is read to its end.
        <Grid gridTemplateColumns="repeat(auto-fit, minmax(min(20rem, 100%), 1fr))" gap="4">
          <SelectField isRequired {...college} />
          {course && <SelectField label="Course Category" isRequired {...course} />}
        </Grid>
      )}
    </>
  );
}
