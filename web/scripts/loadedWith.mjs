// What loads together with a part of a page, as the bundler's manifest says.

/** Names in a manifest, with all that they import at once, and what that imports; a part that is fetched later is not among it. */
export function loadedWith(manifest, names) {
  const loaded = new Set(names);
  // What is added is walked, too.
  for (const name of loaded) {
    if (!manifest[name]) throw new Error(`The build has no ${name}`);
    manifest[name].imports?.forEach((imported) => loaded.add(imported));
  }
  return loaded;
}
