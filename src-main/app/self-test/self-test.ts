import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir, release, version as systemVersion, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { takeFilesAsTheyAre } from '../../core/plain-files.ts';
import { version } from '../version.ts';
import { isOptionalPart, lackOf, type Outcome, SERVICE_PARTS } from './parts.ts';
import { type StartProber, superviseParts } from './supervise-parts.ts';

/** Limit for parts that hang; the slowest computers take a tenth of it, including the start of a process. */
export const PART_WITHIN_MS = 15_000;

/** Folder for one self-test, apart from any files of people; does not exist yet. */
export function newTestFolder(): string {
  return join(tmpdir(), `keepfold-self-test-${randomUUID()}`);
}

/** Tries what the service consists of, and reports it together with what the shell has tried. */
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
 * A folder still in use is left to the system, which cleans its temporary folder. From here on this thread takes files
 * as they are, because some are named `*.asar`.
 */
export async function removeTestFolder(folder: string): Promise<void> {
  takeFilesAsTheyAre(process);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/** Resolves when the line is written, or cannot be. */
export function printReport({ line }: Report): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve());
    process.stdout.write(`${line}\n`, () => resolve());
  });
}

/** An outcome in a report. */
export interface Check extends Outcome {
  readonly name: string;
  /** Whether everything else works without it. */
  readonly isOptional: boolean;
}

interface Report {
  /** One line of JSON. */
  readonly line: string;
  /** Whether everything that people need works. */
  readonly isGood: boolean;
}

/**
 * The line that a user pastes into a report: versions and the result of each check, without names of the user's
 * folders.
 * @param folder the folder of the test
 */
export function reportOf(program: 'desktop' | 'server', checks: readonly Check[], folder: string): Report {
  const isGood = checks.every(({ ok, isOptional }) => ok || isOptional);
  const entries = checks.map(({ name, ok, detail, isOptional }) => {
    const entry = { ok, detail: withoutPaths(detail, folder) };
    if (!isOptional) return [name, entry] as const;
    const without = ok ? undefined : lackOf(name);
    return [name, { ...entry, optional: true, ...(without && { without }) }] as const;
  });
  const { node, electron, chrome } = process.versions;
  const line = JSON.stringify({
    event: 'self-test',
    ok: isGood,
    ...{ program, keepfold: version(), node },
    ...(electron === undefined ? {} : { electron, chromium: chrome }),
    ...{ os: systemName(), arch: process.arch },
    checks: Object.fromEntries(entries),
  });
  return { line, isGood };
}

/** Paths in errors may reveal who uses the computer. */
function withoutPaths(detail: string, folder: string): string {
  const names = [
    [folder, '<folder>'],
    [homedir(), '~'],
  ] as const;
  let text = detail;
  for (const [path, name] of names) {
    if (path.length < 2) continue;
    text = text.replaceAll(pathToFileURL(path).href, name).replaceAll(path, name);
  }
  return text;
}

function systemName(): string {
  const name = process.platform === 'linux' ? (distribution() ?? systemVersion()) : systemVersion();
  return `${process.platform} ${release()} (${name})`;
}

/** The name of the Linux distribution (https://www.freedesktop.org/software/systemd/man/latest/os-release.html). */
function distribution(): string | undefined {
  try {
    return /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
