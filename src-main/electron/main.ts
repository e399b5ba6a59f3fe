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

// Schemes, the sandbox and the profile's folder can only be set before the app is ready, so nothing is awaited above them.
// Nor is anything awaited at the top at all: Electron gets ready when this module has run to its end.
registerAppScheme();
keepProfileApart(app, [options.dataDir, defaultDataDir(process)]);
app.enableSandbox();
hardenApp(app);
// Windows shows notifications under this name, which the installer gives the shortcut too.
app.setAppUserModelId('app.keepfold.desktop');

// No page has told its language yet.
const messages = chooseMessages('', app.getPreferredSystemLanguages());
// AppImages leave the sandbox out where unprivileged programs are kept from it; showing files of others is not worth that.
const isSwitchedOff = app.commandLine.hasSwitch('no-sandbox');
if (wantsSelfTest(argv)) {
  selfTest(options.dataDir).then((exitCode) => app.exit(exitCode), endAtOnce);
} else if (app.isPackaged && isSwitchedOff) {
  refuse(messages('noSandbox'), 1).catch(endAtOnce);
} else openProfile(app.getPath('userData'));

/** Starts the app, unless it runs already, or cannot because nothing can be written to the folder. */
function openProfile(folder: string): void {
  const reason = profileProblem(folder);
  if (reason !== null) refuse(messages('profileReadOnly', { folder, reason }), 1).catch(endAtOnce);
  else if (app.requestSingleInstanceLock()) start().catch(endAtOnce);
  else app.exit(0);
}

async function start(): Promise<void> {
  const launch = listenForLaunch(parseLaunchOptions(argv));
  // On macOS and Linux the package has links lead here; the installer for Windows does not.
  if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient(LINK_SCHEME);
  const logs = logFolder(app);
  const logger = createLogger(process.env['KEEPFOLD_LOG_LEVEL'] ?? 'info', join(logs, 'shell.log'));
  process.on('uncaughtExceptionMonitor', (err) => logger.fatal({ event: 'uncaught', err }));
  // It cannot harm the service, so the window stays; Electron alone would only print a warning that people never see.
  process.on('unhandledRejection', (err) => logger.error({ event: 'shell-fault', err }));
  try {
    const keeper = new ServiceKeeper(
      (listener) => forkService(listener, logger),
      options,
      () => logger.error({ event: 'service-hangs' }),
    );
    const quitting = new Quitting(keeper, (err) => logger.error({ event: 'shell-fault', err }));
    // The process of the service is one of Electron's, which starts none before it is ready.
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

/** Ends the app after it has said why. On Linux a box that is shown before the app is ready stays invisible. */
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
 * What the window is wanted for when the service runs: a second start or a link that comes before that waits for it. macOS
 * tells of the link that started the app, and whether the login did, not on the command line.
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
  // Asked before the window is wanted.
  const isMac = process.platform === 'darwin';
  if (isMac && app.getLoginItemSettings().wasOpenedAtLogin) inBackground = true;
  return () => ({ link, inBackground });
}
