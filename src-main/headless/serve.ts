import { homedir } from 'node:os';
import { startApp } from '../app/compose.ts';
import { administratorFrom } from '../app/config.ts';
import { openFolderWarning } from '../app/data-dir.ts';
import { createLogger, surviveBackground, surviveStandardError } from '../app/logger.ts';
import { networkLines, openReachWarning } from '../app/open-reach.ts';
import type { WhenWorkEnded } from '../app/small-memory.ts';
import { StartError } from '../app/start-error.ts';
import { builtUiDir, version } from '../app/version.ts';
import { answerSelfTest, selfTest } from './self-test.ts';
import { parseServeOptions, type ServeOptions } from './serve-options.ts';
import { HelpShown } from './typed-command.ts';

/** A clean stop takes far less; one that hangs must not keep the machine from shutting down. */
const STOP_WITHIN_MS = 4_500;

const EXIT_USAGE = 2;

/**
 * Runs the headless server until one of `stopSignals`. Standard output carries exactly one line: the ready event, or the
 * report of a self-test.
 */
export async function serve(argv: readonly string[], whenWorkEnded: WhenWorkEnded): Promise<void> {
  surviveStandardError();
  const logger = createLogger(process.env['KEEPFOLD_LOG_LEVEL'] ?? 'info');
  surviveBackground(logger);
  const options = readOptions(argv);
  if (options.selfTest === 'parts') return answerSelfTest();
  if (options.selfTest === 'all') process.exit(await selfTest());
  try {
    const app = await startApp({
      dataDir: options.dataDir,
      host: options.host,
      port: options.port,
      publicUrls: options.publicUrls,
      allowedHosts: options.allowedHosts,
      trustedProxies: options.trustedProxies,
      network: options.network,
      uiDir: builtUiDir(),
      administrator: administratorFrom(process.env),
      version: version(),
      logger,
    });
    if (app.signInUrl !== null || options.printSignIn) {
      process.stderr.write(`Sign in: ${app.signInUrl ?? app.issueSignInUrl()}\n`);
    }
    for (const line of networkLines(app.network)) process.stderr.write(`${line}\n`);
    for (const warning of [openReachWarning(options), folderWarning(options)])
      if (warning !== null) process.stderr.write(`${warning}\n`);
    whenWorkEnded(app.releaseMemory);
    stopOnSignals(app.stop);
    process.stdout.write(`${JSON.stringify({ event: 'ready', url: app.url, pid: process.pid })}\n`);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${JSON.stringify({ level: 60, event: error.refusal, msg: error.message })}\n`);
    process.exit(error.exitCode);
  }
}

function readOptions(argv: readonly string[]): ServeOptions {
  try {
    const cwd = process.env['INIT_CWD'] ?? process.cwd();
    return parseServeOptions(argv, { env: process.env, platform: process.platform, cwd });
  } catch (error) {
    if (error instanceof HelpShown) {
      process.stdout.write(error.text);
      process.exit(0);
    }
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(EXIT_USAGE);
  }
}

function folderWarning({ dataDir }: ServeOptions): string | null {
  const { LOCALAPPDATA: local, USERNAME: user = '' } = process.env;
  const privateFolders = local === undefined ? [homedir()] : [homedir(), local];
  return openFolderWarning({
    dataDir,
    platform: process.platform,
    user,
    privateFolders,
  });
}

/**
 * Signals that stop this process. On Windows also a closed console and Ctrl+Break; elsewhere a closed terminal must not
 * end what was started to outlive it.
 */
export function stopSignals(platform: NodeJS.Platform): readonly NodeJS.Signals[] {
  return platform === 'win32' ? ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] : ['SIGTERM', 'SIGINT'];
}

function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${JSON.stringify({ level: 60, event: 'stop-failed', msg: String(error) })}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of stopSignals(process.platform)) process.on(signal, onSignal);
  // From the launcher that started this process; no other process has this channel, and on Windows no signal serves.
  process.on('message', (message) => {
    if (message === 'stop') onSignal();
  });
}
