// The running systems the tests work on: the one they share, and one of its own for a test that moves the clock
// or breaks something for everybody.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface System {
  siteUrl: string;
  outsideUrl: string;
}

export const sharedSystem: System = {
  siteUrl: process.env.E2E_BASE_URL ?? 'http://localhost:8080',
  outsideUrl: process.env.E2E_OUTSIDE_URL ?? 'http://localhost:8081',
};

const repository = resolve(import.meta.dirname, '../../..');
const binary = resolve(
  repository,
  process.env.E2E_LOCAL ?? join(process.env.CARGO_TARGET_DIR ?? 'target', 'debug/local'),
);

/** Runs a fresh system, with the sample catalogue and no registrations, for as long as `use` takes. */
export async function withOwnSystem(
  variables: Record<string, string>,
  use: (system: System) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'e2e-'));
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
      LOCAL_DATA: join(folder, 'data'),
    },
  });
  try {
    await ready(local, logFile);
    await use({
      siteUrl: `http://localhost:${String(port)}`,
      outsideUrl: `http://localhost:${String(outsidePort)}`,
    });
  } finally {
    await stopped(local);
    await rm(folder, { recursive: true });
  }
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
  for (let tries = 0; tries < 300; tries += 1) {
    if (failure) throw failure;
    const log = await readFile(logFile, 'utf8');
    if (log.includes('ready; Ctrl-C')) return;
    if (local.exitCode !== null) throw new Error(`The local system did not start:\n${log}`);
    await pause(50);
  }
  throw new Error('The local system was not ready within 15 seconds.');
}

async function stopped(local: ChildProcess): Promise<void> {
  if (local.exitCode !== null || local.pid === undefined) return;
  const exit = new Promise((done) => local.once('exit', done));
  local.kill();
  await exit;
}
