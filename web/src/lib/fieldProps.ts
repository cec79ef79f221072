// What ties the fields of a form to the values that it holds.

export interface FieldProps<Value> {
  value: Value;
  error: string | undefined;
  onChange: (value: Value) => void;
}

/** By the name of a value: what its field shows, what is wrong with that, and how the field changes it. */
export type FieldPropsOf<Values> = <Name extends keyof Values>(name: Name) => FieldProps<Values[Name]>;

export function fieldPropsOf<Values extends object>(
  values: Values,
  errors: { readonly [Name in keyof Values]?: string | undefined },
  update: (change: Partial<Values>) => void,
): FieldPropsOf<Values> {
  return (name) => ({
    value: values[name],
    error: errors[name],
    onChange: (value) => {
      update({ [name]: value } as unknown as Partial<Values>);
    },
  });
}
