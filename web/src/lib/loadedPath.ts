/** What the page was loaded with. The address may have changed since, without another load. */
export function loadedPath(): string | undefined {
  const [load] = performance.getEntriesByType('navigation');
  return load && new URL(load.name).pathname;
}
