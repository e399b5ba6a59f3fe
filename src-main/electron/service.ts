import { type RunningApp, startApp } from '../app/compose.ts';
import { administratorFrom } from '../app/config.ts';
import { createLogger } from '../app/logger.ts';
import { builtUiDir, version } from '../app/version.ts';
import type { DesktopOptions } from './desktop-options.ts';

/** A clean stop takes far less; one that hangs must not leave a server behind a closed app. */
const stopWithinMs = 4_500;

/** Starts the same service that runs headless, for this computer only. @throws StartError */
export function startService({ dataDir, port }: DesktopOptions): Promise<RunningApp> {
  return startApp({
    dataDir,
    port,
    host: '127.0.0.1',
    uiDir: builtUiDir(),
    administrator: administratorFrom(process.env),
    version: version(),
    logger: createLogger(process.env['KEEPFOLD_LOG_LEVEL'] ?? 'info'),
  });
}

/** Stops the service. Resolves in any case within five seconds. */
export async function stopService(service: RunningApp): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((done) => {
    timer = setTimeout(done, stopWithinMs);
  });
  await Promise.race([service.stop(), deadline]).finally(() => clearTimeout(timer));
}
