// What loads together with a part of a page, as the bundler's manifest and the page itself say.

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

/** The files of the scripts that a page names, those among them that only fetch the others. */
export const scriptsIn = (html) =>
  [...html.matchAll(/<script\b[^>]*\ssrc="\/([^"]+)"/g)].map(([, file]) => file);
