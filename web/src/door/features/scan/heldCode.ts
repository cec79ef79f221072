// The same code before the camera is one scan, for as long as it is held there; of several, each is. It goes by the stopwatch of
// the page: a phone's clock may be set.

/** So long must it be away before it counts again. */
const awayMs = 3_000;

/** So long is a verdict shown at least before the camera brings the next one. */
const readableMs = 900;

export class HeldCode {
  /** When each was seen last. */
  readonly #seenAt = new Map<string, number>();
  #acceptedAt = -Infinity;

  /** Whether this sight of a code is a scan. */
  isNew(text: string, now = performance.now()): boolean {
    for (const [held, seenAt] of this.#seenAt) if (now - seenAt >= awayMs) this.#seenAt.delete(held);
    const isHeld = this.#seenAt.has(text);
    if (!isHeld && now - this.#acceptedAt < readableMs) return false;
    this.#seenAt.set(text, now);
    if (!isHeld) this.#acceptedAt = now;
    return !isHeld;
  }

  /** It is seen while nothing can be scanned: one that is held goes on being held. */
  see(text: string, now = performance.now()): void {
    if (this.#seenAt.has(text)) this.#seenAt.set(text, now);
  }

  /** Scanned in another way, and perhaps still before the camera. */
  hold(text: string, now = performance.now()): void {
    this.#seenAt.set(text, now);
    this.#acceptedAt = now;
  }
}
