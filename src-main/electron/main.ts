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
import { chooseMessages } from './messages/choose-messages.ts';
import { selfTest } from './self-test/self-test.ts';
import { forkService } from './service/fork-service.ts';
import { ServiceKeeper, ServiceRefusal } from './service/service-keeper.ts';
import { claimScheme } from './system/claim-scheme.ts';
import { logFolder } from './system/log-folder.ts';
import { keepProfileApart } from './system/profile-folder.ts';
import { profileProblem } from './system/profile-problem.ts';
import { lacksSandbox } from './system/sandbox-refusal.ts';

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
const isSwitchedOff = app.commandLine.hasSwitch('no-sandbox');
if (wantsSelfTest(argv)) {
  selfTest(options.dataDir).then((exitCode) => app.exit(exitCode), endAtOnce);
} else if (lacksSandbox({ isPackaged: app.isPackaged, isSwitchedOff })) {
  refuse(messages.noSandbox, 1).catch(endAtOnce);
} else openProfile(app.getPath('userData'));

/** Starts the app, unless it runs already, or cannot because nothing can be written to the folder. */
function openProfile(folder: string): void {
  const reason = profileProblem(folder);
  if (reason !== null) refuse(messages.profileReadOnly({ folder, reason }), 1).catch(endAtOnce);
  else if (app.requestSingleInstanceLock()) start().catch(endAtOnce);
  else app.exit(0);
}

async function start(): Promise<void> {
  const launch = listenForLink(parseLaunchOptions(argv));
  claimScheme(app);
  const logs = logFolder(app);
  const logger = createLogger(process.env['KEEPFOLD_LOG_LEVEL'] ?? 'info', join(logs, 'shell.log'));
  process.on('uncaughtExceptionMonitor', (err) => logger.fatal({ event: 'uncaught', err }));
  try {
    const keeper = new ServiceKeeper(forkService, options, () => logger.error({ event: 'service-hangs' }));
    // The process of the service is one of Electron's, which starts none before it is ready.
    await app.whenReady();
    await keeper.start();
    await runDesktop(keeper, launch(), logger);
  } catch (error) {
    const isExpected = error instanceof ServiceRefusal;
    logger.fatal({ event: 'start-failed', err: error });
    const why = isExpected ? messages.startRefused(error) : String(error);
    await refuse(`${why}\n\n${messages.logsIn(logs)}`, isExpected ? error.exitCode : 1);
  }
}

/** Ends the app after it has said why. On Linux nobody sees a box that is shown before the app is ready. */
async function refuse(reason: string, exitCode: number): Promise<void> {
  await app.whenReady();
  dialog.showErrorBox(messages.cannotStart, reason);
  app.exit(exitCode);
}

function endAtOnce(error: unknown): void {
  console.error(error);
  app.exit(1);
}

/** macOS tells of the link that started the app, and whether the login did, not on the command line. */
function listenForLink(launch: LaunchOptions): () => LaunchOptions {
  let link: string | null = launch.link;
  app.once('open-url', (event, opened) => {
    event.preventDefault();
    link = opened;
  });
  const isMac = process.platform === 'darwin';
  return () => {
    const wasOpenedAtLogin = isMac && app.getLoginItemSettings().wasOpenedAtLogin;
    return { link, inBackground: launch.inBackground || wasOpenedAtLogin };
  };
}
