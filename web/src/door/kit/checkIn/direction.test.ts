import { expect, it } from 'vitest';
import { freshDevice, morning, saturday } from '@/door/testing/device';
import { Desk } from './desk';
import type { DoorList } from './chosenList';
import { changeSettings, getSettings, goesOut, turn } from '@/door/kit/device/settings';

const dayLong = 24 * 60 * 60 * 1000;
const midnight = Date.parse('2025-05-31T24:00:00+05:30');
const list = { list: saturday, label: 'Sat 31 May' } as DoorList;

it('stands on Out until the day is over in Kochi, and no longer', () => {
  turn(true, morning);
  expect(goesOut(getSettings(), morning)).toBe(true);
  expect(goesOut(getSettings(), midnight - 1)).toBe(true);
  expect(goesOut(getSettings(), midnight)).toBe(false);
  turn(false, morning);
  expect(goesOut(getSettings(), morning)).toBe(false);
});

it('lets people in again when a list is chosen, and when a session is over', async () => {
  const desk = new Desk(await freshDevice());
  const now = () => desk.connection.now();
  for (const end of [
    () => {
      desk.choose(list);
    },
    () => desk.forget(),
  ]) {
    turn(true, now());
    expect(goesOut(getSettings(), now())).toBe(true);
    await end();
    expect(goesOut(getSettings(), now())).toBe(false);
  }
  desk.stop();
});

it('keeps a gate an exit only that somebody has said is one', () => {
  changeSettings({ isExitOnly: true });
  expect(goesOut(getSettings(), morning + dayLong)).toBe(true);
  changeSettings({ isExitOnly: false });
});
