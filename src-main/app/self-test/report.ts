import { readFileSync } from 'node:fs';
import { homedir, release, version as systemVersion } from 'node:os';
import { pathToFileURL } from 'node:url';
import { version } from '../version.ts';
import type { Outcome } from './outcome.ts';
import { lackOf } from './part-names.ts';

/** An outcome as it stands in a report. */
export interface Check extends Outcome {
  readonly name: string;
  /** Without it something is missing, and everything else works. */
  readonly isOptional: boolean;
}

export interface Report {
  /** One line of JSON. */
  readonly line: string;
  /** Everything that people need works. */
  readonly isGood: boolean;
}

/**
 * What a user pastes into a report: versions, and how each check ended. It names none of the user's folders.
 * @param folder what was made for the test
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

/** Errors name files, and those say who uses the computer. */
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

/** As the distribution calls itself (https://www.freedesktop.org/software/systemd/man/latest/os-release.html). */
function distribution(): string | undefined {
  try {
    return /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
