// When something was made, as well as the phone knows it.

/** When something was made. */
export interface Stamp {
  /** By the phone's own clock, as a date of JSON. */
  madeAt: string;
  /** By the server's clock as far as it was known, in milliseconds since 1970. */
  at: number;
  /** The page in which it was made. */
  page: string;
  /** By the stopwatch of that page. */
  passed: number;
  /** What the server had told last. It was not made before that. */
  after: number;
  /** The clock was known to be wrong, and by how much was not. */
  isGuess: boolean;
}

/** By the server's clock, when something was made. */
export type Lay = (stamp: Stamp) => number;
