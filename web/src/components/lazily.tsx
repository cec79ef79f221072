// A component that is fetched when it is first shown, by the name that its module exports it under.
import { lazy, useState, type ComponentType } from 'react';

export function lazily<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let loaded: ComponentType | undefined;
  const fetchIt = async () => {
    loaded = (await load())[name];
    return { default: loaded };
  };
  const Live = lazy(fetchIt);
  function Lazily() {
    // What is there already is shown at once. For what suspends, React commits what stands in its place, and
    // then lets that stand for 300 ms.
    const [Shown] = useState<ComponentType>(() => loaded ?? Live);
    return <Shown />;
  }
  /** Fetches it ahead of the moment at which it is shown. */
  return Object.assign(Lazily, { fetchAhead: fetchIt });
}
