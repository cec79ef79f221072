// A component that is fetched when it is first shown, by the name that its module exports it under.
import { lazy, type ComponentType } from 'react';

export const lazily = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));
