import { join } from 'node:path';
import { app } from 'electron';
import type { Logger } from '../app/logger.ts';
import { chooseMessages, type ShellMessages } from './messages.ts';
import { NotificationCentre } from './notification-centre.ts';
import type { Quitting } from './quitting.ts';
import { createLocalCalls, type LocalCalls } from './service/local-calls.ts';
import type { ServiceKeeper } from './service/service-keeper.ts';
import { ServiceWatch } from './service/service-watch.ts';
import { SettingsFile } from './system/kept-settings.ts';
import { createLoginItem, type LoginItem } from './system/login-item.ts';
import { SETTINGS_NAME } from './system/profile-folder.ts';
import type { ShellCommand } from './tray/menu-entry.ts';
import { offerTextMenu } from './tray/native-menu.ts';
import { runCommand } from './tray/shell-commands.ts';
import { ShellSurface } from './tray/shell-surface.ts';
import { AppWindow } from './windows/app-window.ts';
import { closeWindow } from './windows/close-window.ts';
import { bringPageBack } from './windows/page-crashes.ts';

/** Everything visible of the app, and its parts. */
export interface Shell {
  readonly settings: SettingsFile;
  readonly messages: () => ShellMessages;
  readonly loginItem: LoginItem;
  readonly calls: LocalCalls;
  readonly window: AppWindow;
  readonly surface: ShellSurface;
  readonly tellOfUpdate: (version: string) => void;
  end(): void;
}

export interface ShellParts {
  readonly keeper: ServiceKeeper;
  readonly quitting: Quitting;
  readonly logger: Logger;
  readonly onFault: (error: unknown) => void;
}

/** Creates window, tray and menus, and has them follow the service. Only the tray is shown yet. */
export function createShell({ keeper, quitting, logger, onFault }: ShellParts): Shell {
  let unreadable: string | null = null;
  const settings = new SettingsFile(join(app.getPath('userData'), SETTINGS_NAME), {
    unreadable: (err, keptAs) => {
      logger.error({ event: 'settings-unreadable', err, keptAs });
      unreadable = keptAs;
    },
    notNoted: (err) => logger.warn({ event: 'settings-not-noted', err }),
  });
  const messages = (): ShellMessages =>
    chooseMessages(settings.kept.language, app.getPreferredSystemLanguages());
  const loginItem = createLoginItem();
  const calls = createLocalCalls(() => keeper.address);
  const run = (command: ShellCommand): void => {
    const parts = { keeper, calls, watch, window, loginItem };
    runCommand(command, parts).then(() => surface.refresh(), onFault);
  };
  const window: AppWindow = new AppWindow({
    preload: join(app.getAppPath(), 'out/preload/preload.cjs'),
    settings,
    onMade: (made) => {
      offerTextMenu(made, messages);
      bringPageBack(made, logger);
      // Windows sends no other event, and then waits a few seconds.
      made.on('session-end', () => quitting.now());
    },
    onClose: () => closeWindow(window, settings, messages()).catch(onFault),
  });
  const notificationCentre = new NotificationCentre(window, {
    settings,
    messages,
    onFollowed: (hash) => run({ do: 'open', hash }),
  });
  if (unreadable !== null) notificationCentre.settingsUnreadable(unreadable);
  const watch = new ServiceWatch(calls, {
    onFault,
    onChange: (view) => {
      surface.refresh();
      notificationCentre.viewChanged(view);
    },
  });
  const surface = new ShellSurface({
    ...{ keeper, view: () => watch.view, messages },
    ...{ loginItem, run, onFault },
  });
  const follow = (): void => {
    surface.refresh();
    if (keeper.address !== null) watch.read().catch(onFault);
  };
  keeper.onState((state) => {
    notificationCentre.stateChanged(state);
    follow();
  });
  keeper.onEvent((event) => {
    watch.hear(event);
    notificationCentre.happened(event);
  });
  follow();
  const end = (): void => {
    for (const part of [watch, notificationCentre, surface, window]) part.end();
  };
  const tellOfUpdate = (version: string): void => notificationCentre.updateFound(version);
  return { settings, messages, loginItem, calls, window, surface, tellOfUpdate, end };
}
