import { parseArgs } from 'node:util';
import type { ServerEvent } from '../../../src-shared/events.ts';
import { type RunningApp, startApp } from '../../app/compose.ts';
import { administratorFrom } from '../../app/config.ts';
import { createLogger, surviveBackground } from '../../app/logger.ts';
import { runParts } from '../../app/self-test/run-parts.ts';
import type { PartsWanted } from '../../app/self-test/supervise-parts.ts';
import { StartError } from '../../app/start-error.ts';
import { builtUiDir, version } from '../../app/version.ts';
import type { DesktopOptions } from '../desktop-options.ts';
import { lowerPriority } from './lower-priority.ts';
import { ALIVE_EVERY_MS, type FromService, type ToService } from './service-messages.ts';

// Entry of the process that Electron starts for the service: the same composition as the headless server. It listens
// for this computer, and for others if its owner chose so. It draws no window, so drawing and service never wait for
// each other.

const port = process.parentPort;
const logger = createLogger(process.env['KEEPFOLD_LOG_LEVEL'] ?? 'info', logFile());
// Node reports to standard error only, which may not exist.
process.on('uncaughtExceptionMonitor', (err) => logger.fatal({ event: 'uncaught', err }));
surviveBackground(logger);
let starting: Promise<RunningApp> | null = null;

try {
  lowerPriority();
} catch (err) {
  logger.warn({ event: 'priority-not-lowered', err });
}

port.on('message', ({ data }: { data: ToService | PartsWanted }) => {
  if (data.kind === 'stop') return stop();
  if (data.kind === 'self-test') return answerSelfTest(data);
  if (data.kind === 'power') return power(data.isOnBattery);
  starting ??= start(data);
  starting.catch(refuse);
});
// Ctrl+C in a terminal reaches the whole process group.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);

async function start({ dataDir, port: wanted }: DesktopOptions): Promise<RunningApp> {
  const service = await startApp({
    dataDir,
    port: wanted,
    host: '127.0.0.1',
    uiDir: builtUiDir(),
    administrator: administratorFrom(process.env),
    version: version(),
    isDesktop: true,
    logger,
  });
  service.subscribe((event) => {
    if (concernsShell(event)) tell({ kind: 'event', event });
  });
  tell({ kind: 'running', url: service.url, token: service.token });
  setInterval(() => tell({ kind: 'alive' }), ALIVE_EVERY_MS).unref();
  return service;
}

/** Path of the log from the shell; none without a shell. */
function logFile(): string | undefined {
  const options = { 'log-file': { type: 'string' } } as const;
  return parseArgs({ args: process.argv.slice(2), options, strict: false }).values['log-file']?.toString();
}

/** All events except activity of folders without conflicts. */
function concernsShell(event: ServerEvent): boolean {
  if (event.type !== 'folder-activity') return true;
  return event.entries.some(({ what }) => what === 'conflict');
}

function power(isOnBattery: boolean): void {
  starting?.then(
    (service) => service.setOnBattery(isOnBattery),
    () => undefined,
  );
}

function stop(): void {
  // A failed start has nothing to stop; the reason was reported then.
  const stopping = starting?.then(
    (service) => service.stop(),
    () => undefined,
  );
  (stopping ?? Promise.resolve()).then(
    () => process.exit(0),
    (err: unknown) => {
      logger.error({ event: 'stop-failed', err });
      process.exit(1);
    },
  );
}

function answerSelfTest(wanted: PartsWanted): void {
  runParts(wanted, (tried) => port.postMessage(tried)).catch((err: unknown) => {
    logger.error({ event: 'self-test-failed', err });
    process.exit(1);
  });
}

function refuse(error: unknown): void {
  const isExpected = error instanceof StartError;
  if (!isExpected) logger.error({ event: 'start-failed', err: error });
  const message = error instanceof Error ? error.message : String(error);
  const why = isExpected ? error.said : null;
  tell({ kind: 'refused', message, said: why, exitCode: isExpected ? error.exitCode : 1 });
}

function tell(message: FromService): void {
  port.postMessage(message);
}
