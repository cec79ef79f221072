// When a phone talks to the server by itself: now and then, at once when the network or the page is back, and ever more seldom
// while that fails.

const roundMs = 10_000;
const retryMs = [2_000, 4_000, 8_000, 15_000, 30_000];

interface Work {
  /** One round. Resolves to whether it has succeeded. */
  go: () => Promise<boolean>;
  /** The phone says that there is no network. */
  lost: () => void;
}

export class Rounds {
  readonly #work: Work;
  #round: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isRunning = false;

  constructor(work: Work) {
    this.#work = work;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  start(): void {
    this.#isRunning = true;
    addEventListener('online', this.hurry);
    addEventListener('offline', this.#work.lost);
    document.addEventListener('visibilitychange', this.hurry);
    this.hurry();
  }

  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.#work.lost);
    document.removeEventListener('visibilitychange', this.hurry);
  }

  /** A round, or the one that is going on. Resolves when it is done, however it ends. */
  async now(): Promise<void> {
    this.#round ??= this.#go().finally(() => {
      this.#round = undefined;
    });
    await this.#round;
  }

  /** When none is going on any more. */
  async settled(): Promise<void> {
    await this.#round;
  }

  readonly hurry = (): void => {
    clearTimeout(this.#timer);
    if (this.#isRunning) void this.now();
  };

  /** The next one, sooner at first when the last one failed. */
  later(): void {
    clearTimeout(this.#timer);
    if (!this.#isRunning) return;
    const pause = this.#failures === 0 ? roundMs : retryMs[Math.min(this.#failures, retryMs.length) - 1];
    // Not all phones of an event at once, when its network comes back.
    this.#timer = setTimeout(this.hurry, (pause ?? roundMs) * (0.75 + Math.random() / 2));
  }

  async #go(): Promise<void> {
    const isDone = await this.#work.go().catch((error: unknown) => {
      console.error('The door could not be brought up to date', error);
      return false;
    });
    this.#failures = isDone ? 0 : this.#failures + 1;
    this.later();
  }
}
