import type { DestinationStream, Logger } from 'pino';
import pino from 'pino';
import type { StoreReports } from '../store/store-reports.ts';
import { LogFile } from './log-file.ts';

export type { Logger };

/** What waits for a standard error that can be written again; what comes after that is dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * JSON lines on standard error, and in a file where one is named; standard output belongs to the commands' answers. A
 * place that cannot be written to does not stop the program: without a console, standard error refuses.
 */
export function createLogger(level: string, file?: string): Logger {
  return pino({ level, base: null }, file === undefined ? standardError() : both(new LogFile(file)));
}

/** Lets text that is written to standard error by other means be lost where it refuses, instead of ending the process. */
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
  // Only this of it: its flush, which follows a fatal line, tries for ever where nothing can be written.
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

/** Puts what the stores report into the log, with the causes that callers are not told. */
export function storeLog(logger: Logger): StoreReports {
  return {
    writingStopped: (err) => logger.error({ event: 'writing-stopped', ...err.detail, err }),
    leftBehind: (path, err) => logger.warn({ event: 'leftover-not-removed', path, err }),
  };
}
