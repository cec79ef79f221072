// Shapes that are made and read whole: a field that is added to one fails the type check in each place where it was
// forgotten.

/** Every field of `T` by its name, undefined for one that is left out. */
export type Complete<T> = { [Name in keyof Required<T>]: T[Name] | undefined };

/** The shape without the fields that are left out. */
export function withoutAbsent<T extends object>(complete: Complete<T>): T {
  return Object.fromEntries(Object.entries(complete).filter(([, value]) => value !== undefined)) as T;
}

/**
 * Checks by its types alone that a shape was taken apart without forgetting a field: what is left of it is `elsewhere`.
 * A field that is neither asks for a third argument.
 */
export function nothingLeft<Rest extends object, Name extends keyof Rest>(
  rest: Rest,
  elsewhere: readonly Name[],
  ...forgotten: Exclude<keyof Rest, Name> extends never ? [] : [name: Exclude<keyof Rest, Name>]
): void {
  void [rest, elsewhere, forgotten];
}
