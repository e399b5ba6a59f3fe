import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_PORT, defaultDataDir, type Surroundings } from '../app/config.ts';

export interface DesktopOptions {
  readonly dataDir: string;
  readonly port: number;
}

/** What the command line says. Chromium reads switches of its own from it, so unknown ones are left alone. */
export function parseDesktopOptions(argv: readonly string[], surroundings: Surroundings): DesktopOptions {
  const { values } = parseArgs({
    args: [...argv],
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
