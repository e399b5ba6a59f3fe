import { join } from 'node:path';
import { app, dialog } from 'electron';
import { defaultDataDir } from '../app/config.ts';
import { createLogger } from '../app/logger.ts';
import { registerAppScheme } from './app-protocol.ts';
import { runDesktop } from './desktop.ts';
import {
  type LaunchOptions,
  parseDesktopOptions,
  parseLaunchOptions,
  wantsSelfTest,
} from './desktop-options.ts';
import { hardenApp } from './hardening.ts';
import { chooseMessages, startRefused } from './messages.ts';
import { Quitting } from './quitting.ts';
import { selfTest } from './self-test/self-test.ts';
import { forkService } from './service/fork-service.ts';
import { ServiceKeeper, ServiceRefusal } from './service/service-keeper.ts';
import { LINK_SCHEME, linkAmong } from './system/deep-link.ts';
import { logFolder } from './system/log-folder.ts';
import { keepProfileApart, profileProblem } from './system/profile-folder.ts';

const argv = process.argv.slice(1);
const options = parseDesktopOptions(argv, process);

// Schemes, the sandbox and the profile folder can only be set before the app is ready, so nothing is awaited before
// that. Nothing is awaited at the top level at all: Electron becomes ready once this module has run.
registerAppScheme();
keepProfileApart(app, [options.dataDir, defaultDataDir(process)]);
app.enableSandbox();
hardenApp(app);
// Windows shows notifications under this name, which the installer also gives the shortcut.
app.setAppUserModelId('app.keepfold.desktop');

// No page has sent its language yet.
const messages = chooseMessages('', app.getPreferredSystemLanguages());
// AppImages disable the sandbox where unprivileged programs may not use it; showing files of others is not worth that
// risk.
const isSwitchedOff = app.commandLine.hasSwitch('no-sandbox');
if (wantsSelfTest(argv)) {
  selfTest(options.dataDir).then((exitCode) => app.exit(exitCode), endAtOnce);
} else if (app.isPackaged && isSwitchedOff) {
  refuse(messages('noSandbox'), 1).catch(endAtOnce);
} else openProfile(app.getPath('userData'));

/** Starts the app, unless it runs already or the folder is not writable. */
function openProfile(folder: string): void {
  const reason = profileProblem(folder);
  if (reason !== null) refuse(messages('profileReadOnly', { folder, reason }), 1).catch(endAtOnce);
  else if (app.requestSingleInstanceLock()) start().catch(endAtOnce);
  else app.exit(0);
}

async function start(): Promise<void> {
  const launch = listenForLaunch(parseLaunchOptions(argv));
  // On macOS and Linux the package registers the link scheme; the installer for Windows does not.
  if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient(LINK_SCHEME);
  const logs = logFolder(app);
  const logger = createLogger(process.env['KEEPFOLD_LOG_LEVEL'] ?? 'info', join(logs, 'shell.log'));
  process.on('uncaughtExceptionMonitor', (err) => logger.fatal({ event: 'uncaught', err }));
  // This cannot harm the service, so the window stays; by default Electron would only print a warning that users never
  // see.
  process.on('unhandledRejection', (err) => logger.error({ event: 'shell-fault', err }));
  try {
    const keeper = new ServiceKeeper(
      (listener) => forkService(listener, logger),
      options,
      () => logger.error({ event: 'service-hangs' }),
    );
    const quitting = new Quitting(keeper, (err) => logger.error({ event: 'shell-fault', err }));
    // The service runs in a utility process, which Electron cannot start before it is ready.
    await app.whenReady();
    await keeper.start();
    if (!quitting.isUnderWay) await runDesktop({ keeper, quitting, launch: launch(), logger });
  } catch (error) {
    const isExpected = error instanceof ServiceRefusal;
    logger.fatal({ event: 'start-failed', err: error });
    const why = isExpected ? startRefused(messages, error) : String(error);
    await refuse(`${why}\n\n${messages('logsIn', { folder: logs })}`, isExpected ? error.exitCode : 1);
  }
}

/** Shows why and ends the app. On Linux a box shown before the app is ready stays invisible. */
async function refuse(reason: string, exitCode: number): Promise<void> {
  await app.whenReady();
  dialog.showErrorBox(messages('cannotStart'), reason);
  app.exit(exitCode);
}

function endAtOnce(error: unknown): void {
  console.error(error);
  app.exit(1);
}

/**
 * What to show once the service runs: a second start or a link before that has to wait. On macOS, events rather than
 * the command line bring the link that started the app, and whether it was started at login.
 */
function listenForLaunch(launch: LaunchOptions): () => LaunchOptions {
  let { link, inBackground } = launch;
  const want = (wanted: string | null): void => {
    link = wanted ?? link;
    inBackground = false;
  };
  app.on('second-instance', (_event, args) => want(linkAmong(args)));
  app.on('open-url', (event, opened) => {
    event.preventDefault();
    want(opened);
  });
  // Read before a window is opened.
  const isMac = process.platform === 'darwin';
  if (isMac && app.getLoginItemSettings().wasOpenedAtLogin) inBackground = true;
  return () => ({ link, inBackground });
}
