// The running systems the tests work on: the one they share, and a separate one for a test that moves the clock
// or breaks something for everybody.
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { closeSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface System {
  siteUrl: string;
  /** Portal and door. The site leads there, so a test opens their paths at either. */
  portalUrl: string;
  outsideUrl: string;
}

const sharedSite = process.env.E2E_BASE_URL ?? 'http://localhost:8080';

/** Browsers know every name that ends with .localhost for this machine. */
const portalOf = (siteUrl: string, host = process.env.PORTAL_HOST ?? 'admin.localhost') =>
  siteUrl.replace('//localhost', `//${host}`);

export const sharedSystem: System = {
  siteUrl: sharedSite,
  portalUrl: portalOf(sharedSite),
  outsideUrl: process.env.E2E_OUTSIDE_URL ?? 'http://localhost:8081',
};

/** A busy machine takes its time. */
const startTimeoutMs = 30_000;

const repository = resolve(import.meta.dirname, '../../..');
const binary = resolve(
  repository,
  process.env.E2E_LOCAL ?? join(process.env.CARGO_TARGET_DIR ?? 'target', 'debug/local'),
);

/**
 * A folder for the data of the systems of this run: E2E_DATA, where the writes of the database need not wait for a disk,
 * if it is given.
 */
const makeFolder = () => mkdtemp(join(process.env.E2E_DATA ?? tmpdir(), 'e2e-'));

const dataIn = (folder: string) => join(folder, 'data');

/**
 * What a system begins with: the sample catalogue, the site's contents and the administrator. Made once, when the first
 * test of a worker needs it. A start on a copy costs a quarter of one that has to make it, and keeps nothing of the test
 * before.
 */
export class FreshData {
  #folder: Promise<string> | undefined;

  async copyTo(data: string): Promise<void> {
    this.#folder ??= FreshData.#make();
    await cp(dataIn(await this.#folder), data, { recursive: true });
  }

  async remove(): Promise<void> {
    if (this.#folder) await rm(await this.#folder, { recursive: true });
  }

  static async #make(): Promise<string> {
    const folder = await makeFolder();
    const { local } = await start(folder, {});
    await ended(local, 'SIGTERM');
    return folder;
  }
}

/** Runs its own system on a copy of the fresh data for as long as `use` takes. */
export async function withOwnSystem(
  freshData: FreshData,
  variables: Record<string, string>,
  use: (system: System) => Promise<void>,
): Promise<void> {
  const folder = await makeFolder();
  try {
    await freshData.copyTo(dataIn(folder));
    const { local, system } = await start(folder, variables);
    try {
      await use(system);
    } finally {
      // Nobody reads its data again.
      await ended(local, 'SIGKILL');
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A system that is ready, on free ports and with the data in the folder. */
async function start(
  folder: string,
  variables: Record<string, string>,
): Promise<{ local: ChildProcess; system: System }> {
  const logFile = join(folder, 'log');
  const [port, outsidePort] = await freePorts();
  const log = openSync(logFile, 'w');
  const local = spawn(binary, {
    cwd: repository,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      ...variables,
      PORT: String(port),
      OUTSIDE_PORT: String(outsidePort),
      LOCAL_DATA: dataIn(folder),
    },
  });
  closeSync(log);
  try {
    await ready(local, logFile);
  } catch (failure) {
    await ended(local, 'SIGKILL');
    throw failure;
  }
  const siteUrl = `http://localhost:${String(port)}`;
  const system = {
    siteUrl,
    portalUrl: portalOf(siteUrl, variables.PORTAL_HOST),
    outsideUrl: `http://localhost:${String(outsidePort)}`,
  };
  return { local, system };
}

/**
 * Two ports below those that connections are given on their way out: one of these could take a port between the
 * look and the start.
 */
async function freePorts(): Promise<[number, number]> {
  const first = await freePort();
  for (;;) {
    const second = await freePort();
    if (second !== first) return [first, second];
  }
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((found) => {
      server.once('error', () => {
        found(false);
      });
      server.listen(port, '127.0.0.1', () => {
        found(true);
      });
    });
    if (!isFree) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
}

async function ready(local: ChildProcess, logFile: string): Promise<void> {
  let failure: Error | undefined;
  local.once('error', (error) => {
    failure = error;
  });
  const until = Date.now() + startTimeoutMs;
  while (Date.now() < until) {
    if (failure) throw failure;
    const log = await readFile(logFile, 'utf8');
    if (log.includes('ready; Ctrl-C')) return;
    if (local.exitCode !== null) throw new Error(`The local system did not start:\n${log}`);
    await pause(20);
  }
  throw new Error(`The local system was not ready within ${String(startTimeoutMs / 1_000)} seconds.`);
}

async function ended(local: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (local.exitCode !== null || local.pid === undefined) return;
  const exit = new Promise((done) => local.once('exit', done));
  local.kill(signal);
  await exit;
}
