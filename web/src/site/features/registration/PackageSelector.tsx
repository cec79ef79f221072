// The choice of a package and, where the package is for one exam, of the college and the course.
import { useId } from 'react';
import { Button } from '@/components/Button';
import { SelectField } from '@/components/Field';
import { Reference } from '@/components/Reference';
import { texts } from '@/content/texts';
import { rupees } from '@/lib/format';
import { choiceFields, withPackage } from '@/lib/registration/choiceFields';
import { ExamNote } from './ExamNote';
import { useRegistration } from './RegistrationContext';
import type { FieldErrors } from '@/lib/registration/validation';
import fieldStyles from '@/components/Field.module.css';
import styles from './PackageSelector.module.css';

export function PackageSelector({ errors }: { errors: FieldErrors }) {
  const { packages } = useRegistration();
  if (packages.hasFailed) {
    return (
      <div className={styles.failed} role="alert">
        <p>Failed to fetch packages</p>
        <Button look="quiet" onClick={packages.retry}>
          Try again
        </Button>
        <Reference id={packages.reference} />
      </div>
    );
  }
  if (!packages.list) {
    return (
      <p className={styles.loading} role="status">
        Loading packages...
      </p>
    );
  }
  if (packages.list.length === 0) {
    return (
      <p className={styles.loading} role="status">
        No package is on sale at the moment. Please call us and we will help you.
      </p>
    );
  }
  return (
    <>
      <PackageCards errors={errors} />
      <CollegeAndCourse errors={errors} />
      <ExamNote />
    </>
  );
}

function PackageCards({ errors }: { errors: FieldErrors }) {
  const { packages, draft, choice, update } = useRegistration();
  const name = useId();
  const isGone = draft.packageId && !choice.package;
  const error = isGone ? 'Your package is no longer on sale. Please choose another one.' : errors.package;
  const errorId = error ? `${name}-error` : undefined;
  return (
    <fieldset aria-describedby={errorId}>
      <legend className={fieldStyles.legend}>Choose your package</legend>
      <div className={styles.cards}>
        {packages.list?.map((entry) => (
          <label key={entry._id} className={styles.card}>
            <input
              type="radio"
              name={name}
              value={entry._id}
              checked={entry._id === choice.package?._id}
              onChange={() => {
                update(withPackage(entry._id));
              }}
            />
            <span className={styles.name}>{entry.name}</span>
            <span className={styles.price}>{rupees(entry.price)}</span>
            {entry.description && <span className={styles.description}>{entry.description}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} role={isGone ? 'alert' : undefined} className={fieldStyles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function CollegeAndCourse({ errors }: { errors: FieldErrors }) {
  const { choice, update } = useRegistration();
  if (!choice.package) return null;
  if (choice.package.AllowAllCollege) return <p className={styles.included}>{texts.everythingIncluded}</p>;
  const { college, course } = choiceFields(choice, errors, update);
  return (
    <div className={styles.selects}>
      <SelectField {...college} />
      {course && <SelectField label="Course" {...course} />}
    </div>
  );
}
