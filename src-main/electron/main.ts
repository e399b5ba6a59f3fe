import { app, dialog } from 'electron';
import { registerAppScheme } from './app-protocol.ts';
import { runDesktop } from './desktop.ts';
import { parseDesktopOptions, parseStartWish, type StartWish } from './desktop-options.ts';
import { hardenApp } from './hardening.ts';
import { forkService } from './service/fork-service.ts';
import { ServiceKeeper, ServiceRefusal } from './service/service-keeper.ts';
import { claimScheme } from './system/claim-scheme.ts';
import { lacksSandbox } from './system/sandbox-refusal.ts';
import { chooseWords } from './words/choose-words.ts';

// Schemes and the sandbox can only be set before the app is ready, so nothing is awaited above them.
registerAppScheme();
app.enableSandbox();
hardenApp(app);
// Windows shows notifications under this name, which the installer gives the shortcut too.
app.setAppUserModelId('app.keepfold.desktop');

// No page has told its language yet.
const words = chooseWords('', app.getPreferredSystemLanguages());
const isSwitchedOff = app.commandLine.hasSwitch('no-sandbox');
if (lacksSandbox({ isPackaged: app.isPackaged, isSwitchedOff })) {
  dialog.showErrorBox(words.cannotStart, words.noSandbox);
  app.exit(1);
} else if (app.requestSingleInstanceLock()) await start();
else app.exit(0);

async function start(): Promise<void> {
  const argv = process.argv.slice(1);
  const wish = listenForLink(parseStartWish(argv));
  claimScheme(app);
  try {
    const keeper = new ServiceKeeper(forkService, parseDesktopOptions(argv, process));
    // The process of the service is one of Electron's, which starts none before it is ready.
    await app.whenReady();
    await keeper.start();
    await runDesktop(keeper, wish());
  } catch (error) {
    const isExpected = error instanceof ServiceRefusal;
    if (!isExpected) console.error(error);
    dialog.showErrorBox(words.cannotStart, isExpected ? words.startRefused(error) : String(error));
    app.exit(isExpected ? error.exitCode : 1);
  }
}

/** macOS tells of the link that started the app, and whether the login did, not on the command line. */
function listenForLink(wish: StartWish): () => StartWish {
  let link: string | null = wish.link;
  app.once('open-url', (event, opened) => {
    event.preventDefault();
    link = opened;
  });
  const isMac = process.platform === 'darwin';
  return () => {
    const wasOpenedAtLogin = isMac && app.getLoginItemSettings().wasOpenedAtLogin;
    return { link, inBackground: wish.inBackground || wasOpenedAtLogin };
  };
}
