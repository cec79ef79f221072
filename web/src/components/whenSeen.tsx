// A part of a page whose code is fetched when somebody is about to see it.
import { useEffect, useRef, useState, type ComponentType, type ReactElement } from 'react';
import { orNothing } from './decorative';

/**
 * Makes a component of a part; `waiting` stands in its place until then. `ahead` is how far below the screen the part
 * is when its code is fetched; a part that is on many a first screen's lower edge is not wanted yet there.
 */
export function whenSeen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactElement,
  ahead: '200px' | '-1px' = '200px',
): ComponentType<Props> {
  return function Part(props: Props) {
    // Not by a boundary that suspends: React would let what stands there stand for 300 ms more.
    const [Live, setLive] = useState<ComponentType<Props>>();
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (!place.current) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          void orNothing(load).then((loaded) => {
            setLive(() => loaded);
          });
        },
        { rootMargin: ahead },
      );
      observer.observe(place.current);
      return () => {
        observer.disconnect();
      };
    }, []);
    return <div ref={place}>{Live ? <Live {...props} /> : waiting}</div>;
  };
}
