// Bundles scripts that are no page: those that run before the site's code, and the service workers.
import { fileURLToPath } from 'node:url';
import { build, resolveConfig } from 'vite';

/**
 * Scripts by their names, each with everything it needs. `define` puts values in the place of names.
 */
export async function bundle(scripts, entryFileNames, define = {}) {
  // Its defaults are those of development, with which Workbox writes to the console.
  const site = await resolveConfig({}, 'build', 'production', 'production');
  const input = Object.entries(scripts).map(([name, path]) => [
    name,
    fileURLToPath(new URL(path, import.meta.url)),
  ]);
  const { output } = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    resolve: { alias: site.resolve.alias },
    build: {
      target: site.build.target,
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: Object.fromEntries(input), output: { entryFileNames } },
    },
  });
  return output;
}
