import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeFilesAsTheyAre } from '../../core/plain-files.ts';
import { isOptionalPart, SERVICE_PARTS } from './part-names.ts';
import { type Check, type Report, reportOf } from './report.ts';
import { type StartProber, superviseParts } from './supervise-parts.ts';

/** What hangs is given up after this; the slowest computers take a tenth of it, the start of a process included. */
export const PART_WITHIN_MS = 15_000;

/** Where one self-test writes: beside nothing of a person's, and not there yet. */
export function newTestFolder(): string {
  return join(tmpdir(), `keepfold-self-test-${randomUUID()}`);
}

/** Tries what the service is made from, and words it together with what the shell itself has tried. */
export async function testProgram(
  program: 'desktop' | 'server',
  {
    folder,
    startProber,
    ownChecks,
  }: { folder: string; startProber: StartProber; ownChecks: readonly Check[] },
): Promise<Report> {
  const how = { parts: SERVICE_PARTS, folder, withinMs: PART_WITHIN_MS };
  const outcomes = await superviseParts(startProber, how);
  const checks = [...outcomes].map(([name, outcome]) => ({
    name,
    ...outcome,
    isOptional: isOptionalPart(name),
  }));
  return reportOf(program, [...ownChecks, ...checks], folder);
}

/**
 * A folder that something still holds is left to the system, which sweeps its temporary folder. From here on this thread
 * takes files as they are, because files named `*.asar` are among these.
 */
export async function removeTestFolder(folder: string): Promise<void> {
  takeFilesAsTheyAre(process);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/** Resolves when the line is out, or cannot be written. */
export function printReport({ line }: Report): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve());
    process.stdout.write(`${line}\n`, () => resolve());
  });
}
