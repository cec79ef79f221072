// Which steps of the event are over, and which one comes next, by the clock of the visitor: what is prerendered is as old as the
// release.
export function markSteps(now = Date.now()): void {
  // The day in India.
  const today = new Date(now + 19_800_000).toISOString().slice(0, 10);
  let isOver = true;
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-until]')) {
    const wasOver = isOver;
    isOver &&= (dataset.until ?? '') < today;
    dataset.step = isOver ? 'done' : wasOver ? 'next' : '';
  }
}
