import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_PORT, defaultDataDir, type Surroundings } from '../app/config.ts';

export interface ServeOptions {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** Prints the one-time sign-in address as a line of its own. */
  readonly printSignIn: boolean;
}

/** @throws Error with words for the person who typed the command */
export function parseServeOptions(
  argv: readonly string[],
  surroundings: Surroundings & { cwd: string },
): ServeOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      'data-dir': { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      'print-sign-in': { type: 'boolean', default: false },
    },
  });
  const port = values.port === undefined ? DEFAULT_PORT : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port needs a number from 0 to 65535, not "${values.port}".`);
  }
  const dataDir = values['data-dir'];
  return {
    dataDir: dataDir === undefined ? defaultDataDir(surroundings) : resolve(surroundings.cwd, dataDir),
    host: values.host,
    port,
    printSignIn: values['print-sign-in'],
  };
}
