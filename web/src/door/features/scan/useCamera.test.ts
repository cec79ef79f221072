import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
    readyState: 'live',
    muted: false,
    stop: () => undefined,
  });
  return { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream;
}

function open() {
  const frame = { current: null };
  const { result } = renderHook(() => useCamera(frame, () => undefined));
  act(() => {
    const [attach] = result.current;
    attach(video);
  });
  return () => result.current[1];
}

let video: HTMLVideoElement;
const play = vi.fn<() => Promise<void>>();

beforeEach(() => {
  video = Object.assign(document.createElement('video'), { play });
  play.mockReset().mockResolvedValue();
  changeSettings({ cameraId: 'front' });
});

afterEach(() => {
  vi.useRealTimers();
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

/** A camera that is on, and each stream that was asked for. */
async function openBack() {
  const streams: MediaStream[] = [];
  serveCameras(() => {
    const stream = streamOf('back');
    streams.push(stream);
    return stream;
  });
  const camera = open();
  await waitFor(() => {
    expect(camera()).toMatchObject({ state: 'on', chosen: 'back' });
  });
  play.mockClear();
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] });
  const happens = (what: 'unmute' | 'visibilitychange') =>
    act(async () => {
      const target = what === 'unmute' ? streams[0]?.getVideoTracks()[0] : document;
      target?.dispatchEvent(new Event(what));
      await vi.advanceTimersByTimeAsync(0);
    });
  const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { streams, happens, passes };
}

it.each(['unmute', 'visibilitychange'] as const)(
  'plays the picture at %s, and takes another stream where it stands all the same',
  async (event) => {
    const { streams, happens, passes } = await openBack();
    await happens(event);
    expect(play).toHaveBeenCalledOnce();
    await passes(1_999);
    expect(streams).toHaveLength(1);
    await passes(1);
    expect(streams).toHaveLength(2);
  },
);

it('goes on with the stream whose picture moves again', async () => {
  const { streams, happens, passes } = await openBack();
  await happens('visibilitychange');
  Object.defineProperty(video, 'currentTime', { value: 1 });
  await passes(2_000);
  expect(streams).toHaveLength(1);
});

it.each([
  ['a press is wanted first', () => play.mockRejectedValue(new DOMException('', 'NotAllowedError'))],
  ['a call has the camera', (track?: MediaStreamTrack) => Object.assign(track ?? {}, { muted: true })],
])('leaves a picture alone that stands because %s', async (_, stand) => {
  const { streams, happens, passes } = await openBack();
  stand(streams[0]?.getVideoTracks()[0]);
  await happens('visibilitychange');
  expect(play).toHaveBeenCalledOnce();
  await passes(2_000);
  expect(streams).toHaveLength(1);
});
