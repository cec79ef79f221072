import { expect, it, vi } from 'vitest';

const tokenOf = (username: string) => `e30.${btoa(JSON.stringify({ username }))}.c2ln`;

/** A tab with code of its own, and the storage that all tabs of the browser have. */
async function openTab() {
  vi.resetModules();
  const { session } = await import('./session');
  return session;
}

/** What the browser tells the tabs other than the one that has changed it. */
function tell(key: string) {
  dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }));
}

it('is left in every tab when somebody signs out in one, as also a tab that is loaded afterwards hears', async () => {
  const [one, other] = [await openTab(), await openTab()];
  const heard = vi.fn();
  other.onLeaving(heard);
  one.start(tokenOf('admin'));
  other.token();
  one.leave();
  expect([other.token(), other.ending()]).toEqual([undefined, 'left']);
  tell('portal-left');
  expect(heard).toHaveBeenCalledExactlyOnceWith('admin');
  const later = vi.fn();
  (await openTab()).onLeaving(later);
  expect(later).toHaveBeenCalledExactlyOnceWith('admin');
});

it('is not taken for left once somebody has signed in again, nor where it was another person’s', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.start(tokenOf('admin'));
  one.leave();
  one.start(tokenOf('admin'));
  tell('portal-left');
  other.token();
  one.end('refused');
  expect([other.token(), other.ending()]).toEqual([undefined, 'elsewhere']);
  const later = vi.fn();
  (await openTab()).onLeaving(later);
  expect(later).not.toHaveBeenCalled();

  one.start(tokenOf('admin'));
  one.leave();
  // By a tab that an earlier release has loaded, which does not know who left.
  localStorage.setItem('token', tokenOf('meera'));
  other.token();
  localStorage.removeItem('token');
  expect([other.token(), other.ending()]).toEqual([undefined, 'elsewhere']);
});

it('is left apart from that of the door', async () => {
  const [portal, other, door] = [await openTab(), await openTab(), await openTab()];
  door.keepUnder('door');
  portal.start(tokenOf('admin'));
  other.token();
  portal.leave();
  door.start(tokenOf('admin'));
  expect([other.token(), other.ending()]).toEqual([undefined, 'left']);
});
