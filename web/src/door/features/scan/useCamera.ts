// The camera of the phone and what it sees: the one that was chosen before, with its light where it has one.
import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { changeSettings, getSettings } from '@/door/kit/device/settings';
import { camera as cameraOf } from './picture';

export type CameraState = 'starting' | 'on' | 'refused' | 'missing' | 'failed' | 'unreadable';

export interface Camera {
  state: CameraState;
  choices: MediaDeviceInfo[];
  chosen: string;
  choose: (id: string) => void;
  /** Undefined where it has no light. */
  isLit: boolean | undefined;
  switchLight: () => void;
  restart: () => void;
}

/** Between two pictures, so that the phone stays cool. */
const restMs = 60;

/** For so long may the picture stand that comes back from the background. */
const standsMs = 2_000;

interface Lit extends MediaTrackCapabilities {
  torch?: boolean;
}

/** Gives the `ref` of the element that shows the picture, and the camera, of which what is in the frame is read. */
export function useCamera(
  frame: RefObject<HTMLElement | null>,
  seen: (text: string) => void,
): [attach: (video: HTMLVideoElement | null) => void, camera: Camera] {
  const [video, attach] = useState<HTMLVideoElement | null>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [choices, setChoices] = useState<MediaDeviceInfo[]>([]);
  const [chosen, setChosen] = useState('');
  const [isLit, setLit] = useState<boolean>();
  const [attempt, setAttempt] = useState(0);
  const track = useRef<MediaStreamTrack>(undefined);
  const report = useEffectEvent(seen);

  useEffect(() => {
    const run = { isOver: false };
    const isOver = () => run.isOver;
    let stream: MediaStream | undefined;
    const begin = () => {
      setAttempt((last) => last + 1);
    };
    const isWanted = () => document.visibilityState === 'visible' && !isOver();
    // On an iPhone the picture may have stopped in the background, and goes on when it is played, or with another stream alone.
    const goOn = async () => {
      if (!video || !stream) return;
      const { currentTime } = video;
      await video.play();
      await new Promise((resolve) => setTimeout(resolve, standsMs));
      if (isWanted() && video.currentTime === currentTime && track.current?.muted === false) begin();
    };
    const onReturn = () => {
      if (!isWanted()) return;
      if (track.current?.readyState === 'ended') begin();
      else goOn().catch(stands);
    };
    const start = async () => {
      if (!video) return;
      setState('starting');
      try {
        stream = await openCamera(getSettings().cameraId);
      } catch (error) {
        if (isOver()) return;
        setState(stateAfter(error as Error));
        // Another one can be chosen then.
        setChosen(getSettings().cameraId);
        setChoices(await cameras());
        return;
      }
      if (isOver()) {
        stop(stream);
        return;
      }
      const [taken] = stream.getVideoTracks();
      track.current = taken;
      // A call on the phone or another app takes the camera away, for a time or for good, also while the page is in front.
      taken?.addEventListener('ended', onReturn);
      taken?.addEventListener('mute', () => {
        if (!isOver()) setState('failed');
      });
      taken?.addEventListener('unmute', () => {
        if (isOver()) return;
        setState('on');
        goOn().catch(stands);
      });
      await show(video, stream);
      setState('on');
      setChosen(taken?.getSettings().deviceId ?? '');
      setLit((taken?.getCapabilities?.() as Lit | undefined)?.torch ? false : undefined);
      setChoices(await cameras());
      await watch(
        cameraOf(video, () => frame.current),
        isOver,
        (text) => {
          report(text);
        },
      );
    };
    start().catch((error: unknown) => {
      if (isOver()) return;
      if (stream) stop(stream);
      console.error('No code can be read from the picture of the camera', error);
      setState('unreadable');
    });
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      run.isOver = true;
      document.removeEventListener('visibilitychange', onReturn);
      if (stream) stop(stream);
    };
  }, [video, attempt, frame]);

  const restart = useCallback(() => {
    setAttempt((last) => last + 1);
  }, []);
  const camera = {
    state,
    choices,
    chosen,
    choose: (cameraId: string) => {
      changeSettings({ cameraId });
      restart();
    },
    isLit,
    switchLight: () => {
      const wanted = !isLit;
      const light = { torch: wanted } as MediaTrackConstraintSet;
      void track.current?.applyConstraints({ advanced: [light] }).then(
        () => {
          setLit(wanted);
        },
        () => {
          setLit(undefined);
        },
      );
    },
    restart,
  };
  return [attach, camera];
}

/** A browser has none on a page that is not safe. */
const devices = () => (navigator as { mediaDevices?: MediaDevices }).mediaDevices;

/** Those that have an id, which they have not before one is allowed. */
async function cameras(): Promise<MediaDeviceInfo[]> {
  const all =
    (await devices()
      ?.enumerateDevices()
      .catch(() => undefined)) ?? [];
  return all.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
}

async function openCamera(id: string): Promise<MediaStream> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const mediaDevices = devices();
  if (!mediaDevices) throw new DOMException('', 'NotFoundError');
  if (id) {
    try {
      return await mediaDevices.getUserMedia({ video: { ...size, deviceId: { exact: id } } });
    } catch (error) {
      // It is not there any more, or does not start: another one will do.
      if (stateAfter(error as Error) === 'refused') throw error;
    }
  }
  return mediaDevices.getUserMedia({ video: { ...size, facingMode: { ideal: 'environment' } } });
}

function stateAfter({ name }: Error): CameraState {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed';
}

async function show(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  video.srcObject = stream;
  await video.play().catch(stands);
}

/** Where a browser wants a press first, the picture stands until then. */
const stands = () => undefined;

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Looks at one picture after the other for as long as the camera is wanted. */
async function watch(
  take: () => ImageData | undefined,
  isOver: () => boolean,
  seen: (text: string) => void,
): Promise<void> {
  const { readCodes, ready } = await import('./detector');
  await ready;
  while (!isOver()) {
    const picture = take();
    const texts = picture ? await readCodes(picture).catch(() => []) : [];
    if (isOver()) return;
    for (const text of texts) seen(text);
    await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}
