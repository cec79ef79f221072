// The same code before the camera is one scan, for as long as it is held there.

/** So long must it be away before it counts again. */
const awayMs = 3_000;

/** So long is a verdict shown at least before the camera brings the next one. */
const readableMs = 900;

export class HeldCode {
  #text = '';
  #seenAt = -Infinity;
  #acceptedAt = -Infinity;

  /** Whether this sight of a code is a scan. */
  isNew(text: string, now: number): boolean {
    const isHeld = text === this.#text && now - this.#seenAt < awayMs;
    if (isHeld) {
      this.#seenAt = now;
      return false;
    }
    if (now - this.#acceptedAt < readableMs) return false;
    this.#text = text;
    this.#seenAt = now;
    this.#acceptedAt = now;
    return true;
  }

  /** Scanned in another way, and perhaps still before the camera. */
  hold(text: string, now: number): void {
    this.#text = text;
    this.#seenAt = now;
    this.#acceptedAt = now;
  }
}
