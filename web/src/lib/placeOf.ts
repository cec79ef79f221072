import type { Pass } from '@/lib/api/types';

type Place = Pick<Pass['exams'][number], 'venue' | 'hall'>;

/** The hall that one sits in, once that is known, in place of the one that was announced. */
export const placeOf = ({ venue, hall }: Place, isOnline: boolean): string =>
  isOnline ? 'on the web' : (hall ?? venue);
