import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_PORT, defaultDataDir, type Surroundings } from '../app/config.ts';
import { linkAmong } from './system/deep-link.ts';

export interface DesktopOptions {
  readonly dataDir: string;
  readonly port: number;
}

/** Options of this start that the service does not need. */
export interface LaunchOptions {
  /** Started by the system at login, without a window. */
  readonly inBackground: boolean;
  /** A link that the user followed; null: none. */
  readonly link: string | null;
}

export const BACKGROUND_SWITCH = '--background';
const SELF_TEST_SWITCH = '--self-test';

/** Parses the command line. Chromium has switches of its own, so unknown ones are ignored. */
export function parseDesktopOptions(argv: readonly string[], surroundings: Surroundings): DesktopOptions {
  const { values } = parseArgs({
    args: ownArgs(argv),
    options: { 'data-dir': { type: 'string' }, port: { type: 'string' } },
    strict: false,
  });
  const dataDir = values['data-dir'];
  const port = Number(values['port'] ?? DEFAULT_PORT);
  return {
    dataDir: typeof dataDir === 'string' ? resolve(dataDir) : defaultDataDir(surroundings),
    port: Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : DEFAULT_PORT,
  };
}

export function parseLaunchOptions(argv: readonly string[]): LaunchOptions {
  return { inBackground: ownArgs(argv).includes(BACKGROUND_SWITCH), link: linkAmong(argv) };
}

/** Whether the program is to test itself and end. */
export function wantsSelfTest(argv: readonly string[]): boolean {
  return ownArgs(argv).includes(SELF_TEST_SWITCH);
}

/** Arguments before a link: the link's author wrote everything in and after it. */
function ownArgs(argv: readonly string[]): string[] {
  const link = linkAmong(argv);
  return link === null ? [...argv] : argv.slice(0, argv.indexOf(link));
}
