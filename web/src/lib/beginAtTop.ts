// Where a visitor begins to read a page that has just been opened: at its top, and at its heading, which the screen
// reader then reads out.

export function beginAtTop(page: HTMLElement | null): void {
  window.scrollTo(0, 0);
  const heading = page?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
