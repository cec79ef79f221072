// A part of a page whose code is fetched when somebody is about to see it.
import { useEffect, useRef, useState, type ComponentType, type ReactElement } from 'react';
import { inTwoTries } from './decorative';

interface Options {
  /**
   * How far below the screen the part is when its code is fetched; a part that is on many a first screen's lower edge is not
   * wanted yet there.
   */
  ahead?: '200px' | '-1px';
  /** In its place where the code does not come, also not a moment later; null for a part that only adorns the page. */
  without?: ReactElement | null;
}

/** Makes a component of a part; `waiting` stands in its place until then, and for good where nothing else does. */
export function whenSeen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactElement,
  { ahead = '200px', without = waiting }: Options = {},
): ComponentType<Props> {
  return function Part(props: Props) {
    // Not by a boundary that suspends: React would let what stands there stand for 300 ms more.
    const [Live, setLive] = useState<ComponentType<Props>>();
    const [instead, setInstead] = useState<ReactElement | null>(waiting);
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (!place.current) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          inTwoTries(load).then(
            (loaded) => {
              setLive(() => loaded);
            },
            () => {
              setInstead(without);
            },
          );
        },
        { rootMargin: ahead },
      );
      observer.observe(place.current);
      return () => {
        observer.disconnect();
      };
    }, []);
    return <div ref={place}>{Live ? <Live {...props} /> : instead}</div>;
  };
}
