import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { changeSettings } from '@/door/kit/device/settings';
import { useCamera } from './useCamera';

vi.mock('./picture', () => ({ camera: () => () => undefined }));
vi.mock('./detector', () => ({ ready: Promise.resolve(), readCodes: () => Promise.resolve([]) }));

const device = (deviceId: string) => ({ kind: 'videoinput', deviceId, label: deviceId });

/** What each camera answers; that of the back has no name. */
function serveCameras(open: (chosen: string | undefined) => MediaStream) {
  const mediaDevices = {
    getUserMedia: ({ video }: { video: { deviceId?: { exact: string } } }) =>
      Promise.resolve().then(() => open(video.deviceId?.exact)),
    enumerateDevices: () => Promise.resolve([device('back'), device('front')]),
  };
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: mediaDevices } }));
}

function streamOf(deviceId: string): MediaStream {
  const track = Object.assign(new EventTarget(), {
    getSettings: () => ({ deviceId }),
    stop: () => undefined,
  });
  return { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream;
}

function open() {
  const frame = { current: null };
  const { result } = renderHook(() => useCamera(frame, () => undefined));
  act(() => {
    const [attach] = result.current;
    attach(document.createElement('video'));
  });
  return () => result.current[1];
}

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  changeSettings({ cameraId: 'front' });
});

it.each(['NotReadableError', 'AbortError', 'OverconstrainedError'])(
  'takes another camera where the chosen one answers %s',
  async (name) => {
    serveCameras((chosen) => {
      if (chosen) throw new DOMException('', name);
      return streamOf('back');
    });
    const camera = open();
    await waitFor(() => {
      expect(camera()).toMatchObject({ state: 'on', chosen: 'back' });
    });
  },
);

it('lets another one be chosen where none starts', async () => {
  let isBroken = true;
  serveCameras((chosen) => {
    if (isBroken) throw new DOMException('', 'NotReadableError');
    return streamOf(chosen ?? 'back');
  });
  const camera = open();
  await waitFor(() => {
    expect(camera()).toMatchObject({ state: 'failed', chosen: 'front' });
  });
  await waitFor(() => {
    expect(camera().choices.map(({ deviceId }) => deviceId)).toEqual(['back', 'front']);
  });
  isBroken = false;
  act(() => {
    camera().choose('back');
  });
  await waitFor(() => {
    expect(camera()).toMatchObject({ state: 'on', chosen: 'back' });
  });
});

it('does not ask twice for what is not allowed', async () => {
  const asked = vi.fn<() => void>();
  serveCameras(() => {
    asked();
    throw new DOMException('', 'NotAllowedError');
  });
  const camera = open();
  await waitFor(() => {
    expect(camera().state).toBe('refused');
  });
  expect(asked).toHaveBeenCalledOnce();
});
