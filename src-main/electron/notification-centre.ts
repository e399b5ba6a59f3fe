import type { DesktopServiceState } from '../../src-shared/desktop-bridge.ts';
import type { ServerEvent } from '../../src-shared/events.ts';
import { SERVICE_STATE_CHANGED } from './bridge-channels.ts';
import type { ShellMessages } from './messages.ts';
import type { ServiceView } from './service/service-watch.ts';
import type { SettingsFile } from './system/kept-settings.ts';
import {
  conflictNotification,
  type DesktopNotification,
  folderNotifications,
  healthNotifications,
  isNotified,
  type NoticeTopic,
  type StoredHealth,
} from './system/notices.ts';
import { Notifications } from './system/notifications.ts';
import { WorkMeter } from './system/taskbar-progress.ts';
import type { AppWindow } from './windows/app-window.ts';

/** Topics that lead to the settings. */
const SETTLED_IN_SETTINGS: ReadonlySet<NoticeTopic> = new Set(['update', 'settings']);

export interface NotificationCentreOptions {
  readonly settings: SettingsFile;
  readonly messages: () => ShellMessages;
  readonly onFollowed: (hash: string) => void;
}

/** Passes on news of the service: to the page, to the taskbar, and as notifications where a person should know. */
export class NotificationCentre {
  readonly #window: AppWindow;
  readonly #notifications: Notifications;
  readonly #meter = new WorkMeter();
  #folders: ServiceView['folders'] = [];
  #health: StoredHealth | null = null;

  constructor(window: AppWindow, { settings, messages, onFollowed }: NotificationCentreOptions) {
    this.#window = window;
    this.#notifications = new Notifications({
      isWanted: (topic) => isNotified(topic, settings.kept),
      messages,
      onFollowed: (topic) => onFollowed(SETTLED_IN_SETTINGS.has(topic) ? '#/settings' : '#/issues'),
    });
  }

  viewChanged({ folders, damaged, lost }: ServiceView): void {
    const health = { damaged, lost };
    const news = [
      ...folderNotifications(this.#folders, folders),
      ...healthNotifications(this.#health, health),
    ];
    for (const notification of news) this.#note(notification);
    this.#folders = folders;
    this.#health = health;
    this.#window.showProgress(this.#meter.measure(folders, Date.now()));
  }

  happened(event: ServerEvent): void {
    const conflict = conflictNotification(event, this.#folders);
    if (conflict !== null) this.#note(conflict);
  }

  stateChanged(state: DesktopServiceState): void {
    this.#window.tell(SERVICE_STATE_CHANGED, state);
    if (state.state === 'stopped') this.#note({ topic: 'stopped', name: '', count: 1 });
  }

  updateFound(version: string): void {
    this.#note({ topic: 'update', name: version, count: 1 });
  }

  /** `keptAs`: where the unreadable settings were moved. */
  settingsUnreadable(keptAs: string): void {
    this.#note({ topic: 'settings', name: keptAs, count: 1 });
  }

  end(): void {
    this.#notifications.end();
  }

  /** While the page is in view, it shows this itself. */
  #note(notification: DesktopNotification): void {
    if (this.#window.native?.isFocused() !== true) this.#notifications.note(notification);
  }
}
