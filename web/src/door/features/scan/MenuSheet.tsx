// Everything that is wanted seldom: camera, sound, the state of the phone, another list, signing out.
import { Button } from '@/components/Button';
import { Field } from '@/components/Field';
import { countsExits, type DoorList } from '@/door/kit/checkIn/chosenList';
import type { DeskState } from '@/door/kit/checkIn/deskState';
import { changeSettings, deviceName, useSettings } from '@/door/kit/device/settings';
import { counted } from '@/door/kit/ui/plural';
import { Sheet } from '@/door/kit/ui/Sheet';
import { timeOf } from '@/door/kit/verdict/verdict';
import { figures } from './StatusStrip';
import type { Camera } from './useCamera';
import styles from './sheets.module.css';

interface Props {
  desk: DeskState;
  /** By the server's clock. */
  now: number;
  username: string;
  camera: Camera;
  close: () => void;
  refresh: () => void;
  showRecent: () => void;
  lookUp: () => void;
  changeList: () => void;
  signOut: () => void;
}

export function MenuSheet(props: Props) {
  const { desk, now, username, camera, close, refresh, showRecent, lookUp, changeList, signOut } = props;
  const settings = useSettings();
  const { isOnline, since, asOf, entries, unsent, list } = desk;
  const day = dayOf(desk);
  const facts = [
    ['List', list?.label],
    ...(list ? [['On this list', figures(list)] as const] : []),
    ...(day ? [[day.label, figures(day)] as const] : []),
    ['This phone', deviceName(settings)],
    ['Signed in', username],
    [isOnline ? 'Online since' : 'Offline since', timeOf(since, now)],
    [
      'Roster',
      asOf === undefined ? 'not here yet' : `${counted(entries)} passes, as of ${timeOf(asOf, now)}`,
    ],
    ['Not sent yet', counted(unsent)],
  ] as const;
  return (
    <Sheet title="This phone" close={close}>
      <div className={styles.form}>
        <dl className={styles.facts}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {camera.choices.length > 1 && (
          <Field label="Camera">
            {(control) => (
              <select
                {...control}
                value={camera.chosen}
                onChange={(change) => {
                  camera.choose(change.target.value);
                }}
              >
                {camera.choices.map(({ deviceId, label }, place) => (
                  <option key={deviceId} value={deviceId}>
                    {label || `Camera ${String(place + 1)}`}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {list && countsExits(list) && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={settings.isExitOnly}
              onChange={({ target }) => {
                changeSettings({ isExitOnly: target.checked });
              }}
            />
            This gate is an exit only
          </label>
        )}
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={!settings.isSilent}
            onChange={({ target }) => {
              changeSettings({ isSilent: !target.checked });
            }}
          />
          Sound
        </label>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={!settings.isStill}
            onChange={({ target }) => {
              changeSettings({ isStill: !target.checked });
            }}
          />
          Vibration
        </label>
        <Button look="quiet" onClick={signOut}>
          Sign out
        </Button>
        <Button look="quiet" onClick={changeList}>
          Change the list
        </Button>
        <Button look="quiet" onClick={showRecent}>
          Last scans
        </Button>
        <Button look="quiet" onClick={lookUp}>
          Look up without letting in
        </Button>
        <Button look="quiet" onClick={refresh}>
          Send and refresh now
        </Button>
      </div>
    </Sheet>
  );
}

/** The day of an exam's list, which begins when it does. */
function dayOf({ list, lists }: DeskState): DoorList | undefined {
  const isDay = ({ list: name }: DoorList) => name.startsWith('day:');
  if (!list || isDay(list)) return undefined;
  return lists.find((other) => isDay(other) && other.begins_at === list.begins_at);
}
