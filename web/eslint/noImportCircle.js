// Refuses a file that imports itself through others, also for types alone or on demand.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const source = resolve(import.meta.dirname, '../src');
const imports = /\b(?:from|import)\s*\(?\s*'((?:\.|@\/)[^']*)'/g;

/** By file: the files of src that it imports. Read once in each run of the linter. */
const known = new Map();

function importedBy(file) {
  let found = known.get(file);
  if (!found) {
    found = [...readFileSync(file, 'utf8').matchAll(imports)].flatMap(([, name]) => fileOf(file, name));
    known.set(file, found);
  }
  return found;
}

function fileOf(importer, name) {
  const path = name.startsWith('@/') ? join(source, name.slice(2)) : join(dirname(importer), name);
  return ['', '.ts', '.tsx']
    .map((extension) => path + extension)
    .filter((file) => /\.tsx?$/.test(file) && existsSync(file) && statSync(file).isFile());
}

/** The shortest way from what `file` imports back to `file`. */
function circleOf(file) {
  const cameFrom = new Map([[file, undefined]]);
  for (const current of cameFrom.keys()) {
    for (const next of importedBy(current)) {
      if (next === file) return wayTo(current, cameFrom);
      if (!cameFrom.has(next)) cameFrom.set(next, current);
    }
  }
  return undefined;
}

function wayTo(file, cameFrom) {
  const way = [];
  for (let at = file; at; at = cameFrom.get(at)) way.unshift(at.slice(source.length + 1));
  return way;
}

export const noImportCircle = {
  meta: { type: 'problem', messages: { circle: 'Import circle: {{ circle }}' }, schema: [] },
  create: (context) => ({
    Program(node) {
      const circle = circleOf(context.filename);
      if (!circle) return;
      context.report({ node, messageId: 'circle', data: { circle: [...circle, circle[0]].join(' → ') } });
    },
  }),
};
