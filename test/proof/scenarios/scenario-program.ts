import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import type { ProgramLine } from './acknowledged.ts';
import { scenarioNamed } from './scenario-list.ts';
import { openWorld } from './scenario-world.ts';

/**
 * Run as a process on a prepared data folder: makes the changes of a scenario and says, one line each, what was begun
 * and what was acknowledged. Beforehand the named thread makes `count` calls of one kind, of no effect: what strace
 * injects is counted per thread, and this puts the counter of one thread out of reach of the other's.
 */
const [dataFolder = '', scenarioName = '', scratch = '', thread = '', call = '', count = '0'] =
  process.argv.slice(2);

function say(line: ProgramLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

const BYTE = Buffer.alloc(1);

/** Calls that the main thread makes by itself. */
const mainCalls: Record<string, (fd: number) => void> = {
  pwrite64: (fd) => writeSync(fd, BYTE, 0, 1, 0),
  fsync: fsyncSync,
  fdatasync: fdatasyncSync,
  openat: () => closeSync(openSync(scratch, 'r+')),
  close: () => closeSync(openSync(scratch, 'r+')),
  rename: () => renameSync(scratch, scratch),
  unlink: () => attempt(() => unlinkSync(`${scratch}.missing`)),
};

function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

async function poolCalls(times: number): Promise<void> {
  const file = await open(scratch, 'r+');
  const reopen = async () => (await open(scratch, 'r+')).close();
  const calls: Record<string, () => Promise<unknown>> = {
    pwrite64: () => file.write(BYTE, 0, 1, 0),
    fsync: () => file.sync(),
    fdatasync: () => file.datasync(),
    openat: reopen,
    close: reopen,
    rename: () => rename(scratch, scratch),
    unlink: () => unlink(`${scratch}.missing`).catch(() => undefined),
  };
  for (let made = 0; made < times; made += 1) await calls[call]?.();
  await file.close();
}

const file = openSync(scratch, 'r+');
for (let made = 0; thread === 'main' && made < Number(count); made += 1) mainCalls[call]?.(file);
closeSync(file);
await poolCalls(thread === 'pool' ? Number(count) : 0);

const world = await openWorld(dataFolder);
say({ line: 'ready' });
for (const [change, make] of scenarioNamed(scenarioName).changes.entries()) {
  world.clock.advance(60);
  say({ line: 'begun', change });
  try {
    const what = await make(world);
    say({ line: 'acknowledged', change, what });
  } catch (error) {
    say({ line: 'refused', change, code: codeOf(error) });
  }
}
await world.close().then(
  () => say({ line: 'closed', code: null }),
  (error: unknown) => say({ line: 'closed', code: codeOf(error) }),
);
