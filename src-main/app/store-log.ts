import type { Logger } from 'pino';
import type { StoreReports } from '../store/store-reports.ts';

/** Puts what the stores report into the log, with the causes that callers are not told. */
export function storeLog(logger: Logger): StoreReports {
  return {
    writingStopped: (err) => logger.error({ event: 'writing-stopped', ...err.detail, err }),
    leftBehind: (path, err) => logger.warn({ event: 'leftover-not-removed', path, err }),
  };
}
