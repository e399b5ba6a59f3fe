import { app, powerMonitor, session } from 'electron';
import type { FoldersJson } from '../../src-shared/folders-api.ts';
import type { Logger } from '../app/logger.ts';
import { builtUiDir } from '../app/version.ts';
import { listAppFiles } from './app-files.ts';
import { serveApp } from './app-protocol.ts';
import { answerBridge } from './bridge.ts';
import type { LaunchOptions } from './desktop-options.ts';
import { createDesktopSettings } from './desktop-settings.ts';
import { hardenSession } from './hardening.ts';
import { PageUploads } from './page-uploads.ts';
import { mayQuit, type Quitting } from './quitting.ts';
import type { LocalCalls } from './service/local-calls.ts';
import type { ServiceKeeper } from './service/service-keeper.ts';
import { createShell, type Shell } from './shell.ts';
import { linkAmong, placeOfLink } from './system/deep-link.ts';
import { logFolder } from './system/log-folder.ts';
import { Updates } from './system/updates.ts';
import { hasTray } from './tray/status-notifier.ts';
import { decideFirstWindow } from './windows/close-decision.ts';
import { errorPageFiles } from './windows/error-page.ts';

export interface DesktopParts {
  readonly keeper: ServiceKeeper;
  readonly quitting: Quitting;
  readonly launch: LaunchOptions;
  readonly logger: Logger;
}

/** Shows the service in a window, a tray and menus, until the person quits. The app is ready and the service runs. */
export async function runDesktop({ keeper, quitting, launch, logger }: DesktopParts): Promise<void> {
  const onFault = (err: unknown): void => logger.error({ event: 'shell-fault', err });
  const shell = createShell({ keeper, quitting, logger, onFault });
  const uploads = new PageUploads();
  servePage({ keeper, shell, uploads });
  noteLostProcesses(logger);
  followPower(keeper);
  const updates = new Updates({
    isWanted: () => shell.settings.kept.checksForUpdates,
    onFound: shell.tellOfUpdate,
    onFault,
  });
  answerPage({ keeper, shell, updates, uploads });
  updates.start();
  quitting.follow({
    mayQuit: () => mayQuit(shell.window, shell.messages()),
    end: () => {
      updates.end();
      shell.end();
    },
  });
  const show = (link: string | null): void => {
    shell.window.show(link === null ? null : placeOfLink(link)).catch(onFault);
  };
  app.on('second-instance', (_event, argv) => show(linkAmong(argv)));
  app.on('activate', () => show(null));
  app.on('open-url', (_event, link) => show(link));
  await shell.surface.refreshNow();
  // A page whose process ends while loading comes back by itself, and the service runs in any case.
  await showFirst(shell, launch).catch(onFault);
}

/** Chromium restarts its GPU and utility processes by itself; the log notes it. */
function noteLostProcesses(logger: Logger): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
    if (reason !== 'clean-exit') logger.error({ event: 'process-gone', type, reason, exitCode, serviceName });
  });
}

/** Work that can wait is not done on battery. */
function followPower(keeper: ServiceKeeper): void {
  if (powerMonitor.isOnBatteryPower()) keeper.tellPower(true);
  powerMonitor.on('on-battery', () => keeper.tellPower(true));
  powerMonitor.on('on-ac', () => keeper.tellPower(false));
}

interface PageParts {
  readonly keeper: ServiceKeeper;
  readonly shell: Shell;
  readonly uploads: PageUploads;
}

function servePage({ keeper, shell: { messages }, uploads }: PageParts): void {
  const page = builtUiDir();
  if (page === null) throw new Error('the page of the app was not built');
  hardenSession(session.defaultSession);
  const errorPage = errorPageFiles(messages, () => logFolder(app));
  const files = new Map([...listAppFiles(page), ...errorPage]);
  serveApp(session.defaultSession, { files, service: () => keeper.address, uploads });
}

function answerPage({ keeper, shell, updates, uploads }: PageParts & { readonly updates: Updates }): void {
  const { settings: file, loginItem, calls } = shell;
  const settings = createDesktopSettings({
    ...{ file, loginItem },
    canUpdate: () => updates.canUpdate,
    onLanguage: () => shell.surface.refresh(),
  });
  const folderPath = (folderId: string): Promise<string> => findFolder(calls, folderId);
  answerBridge({ folderPath, settings, loginItem, updates, service: keeper, uploads, window: shell.window });
}

async function findFolder(calls: LocalCalls, folderId: string): Promise<string> {
  const { folders } = await calls.get<FoldersJson>('folders/');
  const folder = folders.find(({ id }) => id === folderId);
  if (folder === undefined) throw new Error('no such folder is linked');
  return folder.path;
}

async function showFirst({ window }: Shell, { inBackground, link }: LaunchOptions): Promise<void> {
  const isSeen = await hasTray(process);
  const first = decideFirstWindow({ inBackground, platform: process.platform, hasTray: isSeen });
  if (first === 'shown') await window.show(link === null ? null : placeOfLink(link));
  if (first === 'minimised') await window.showMinimised();
  if (first === 'none') app.dock?.hide();
}
