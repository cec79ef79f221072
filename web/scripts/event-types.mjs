// Writes the type of event.json, as its schema says it, to scripts/event-file.d.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const target = new URL(process.argv[2] ?? 'event-file.d.ts', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('../../event.schema.json', import.meta.url), 'utf8'));
const document = {
  openapi: '3.1.0',
  info: { title: schema.title, version: '1' },
  paths: {},
  components: { schemas: { Event: schema } },
};
const written = astToString(await openapiTypes(document));
const style = await resolveConfig(new URL('event.ts', import.meta.url));
writeFileSync(target, await format(written, { ...style, parser: 'typescript' }));
