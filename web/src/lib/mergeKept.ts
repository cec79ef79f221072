// What an earlier load, or an earlier release, kept in the browser, in the shape that this release reads.

/**
 * `defaults`, with each field that `kept` holds with a value of the same type. A field that is new starts with its
 * default, one that is gone is dropped, and the others keep what was typed.
 */
export function mergeKept<T extends object>(kept: unknown, defaults: T): T {
  if (typeof kept !== 'object' || kept === null) return defaults;
  const known = Object.entries(defaults).map(([name, value]): [string, unknown] => {
    const found: unknown = Object.hasOwn(kept, name) ? (kept as Record<string, unknown>)[name] : undefined;
    return [name, isAlike(found, value) ? found : value];
  });
  return Object.fromEntries(known) as T;
}

const isAlike = (found: unknown, value: unknown): boolean =>
  typeof found === typeof value &&
  Array.isArray(found) === Array.isArray(value) &&
  (found === null) === (value === null);
