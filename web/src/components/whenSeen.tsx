// A part of a page whose code is fetched when somebody is about to see it.
import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { decorative } from './decorative';

/** How far below the screen a part is when its code is fetched. */
const ahead = '200px';

/** Makes a component of a part; `waiting` stands in its place until then. */
export function whenSeen(load: () => Promise<ComponentType>, waiting: ReactNode): ComponentType {
  const Live = decorative(load);
  return function Part() {
    const [isSeen, setSeen] = useState(false);
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (isSeen || !place.current) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
        },
        { rootMargin: ahead },
      );
      observer.observe(place.current);
      return () => {
        observer.disconnect();
      };
    }, [isSeen]);
    return (
      <div ref={place}>
        {isSeen ? (
          <Suspense fallback={waiting}>
            <Live />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
    );
  };
}
