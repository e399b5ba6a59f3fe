import type { DestinationStream, Logger } from 'pino';
import pino from 'pino';
import type { StoreReports } from '../store/store-reports.ts';
import { LogFile } from './log-file.ts';

export type { Logger };

/** Limit of output waiting for standard error to be writable; the rest is dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * Logs JSON lines to standard error, and to a file if one is named; standard output belongs to the commands' answers. A
 * failure to write does not stop the program: without a console, standard error fails.
 */
export function createLogger(level: string, file?: string): Logger {
  return pino({ level, base: null }, file === undefined ? standardError() : both(new LogFile(file)));
}

/** When standard error fails, other text written to it is lost instead of ending the process. */
export function surviveStandardError(): void {
  process.stderr.on('error', () => undefined);
}

/** Logs what fails in the background, instead of ending the process. */
export function surviveBackground(logger: Logger, on: Pick<NodeJS.Process, 'on'> = process): void {
  on.on('unhandledRejection', (err) => logger.error({ event: 'background-failed', err }));
}

function standardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MAX_WAITING_BYTES });
  destination.on('error', () => undefined);
  // Only `write`: its flush, called after a fatal line, retries forever where nothing can be written.
  return { write: (line) => void destination.write(line) };
}

function both(file: LogFile): DestinationStream {
  const screen = standardError();
  return {
    write: (line) => {
      file.write(line);
      screen.write(line);
    },
  };
}

/** Logs what the stores report, with causes that callers are not told. */
export function storeLog(logger: Logger): StoreReports {
  return {
    writingStopped: (err) => logger.error({ event: 'writing-stopped', ...err.detail, err }),
    leftBehind: (path, err) => logger.warn({ event: 'leftover-not-removed', path, err }),
  };
}
