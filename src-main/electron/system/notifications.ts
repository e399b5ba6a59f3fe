import { Notification } from 'electron';
import type { ShellMessages } from '../messages.ts';
import { type DesktopNotification, type Notice, NoticeGroups, type NoticeTopic } from './notices.ts';

/** More than any system lists; clicking an older one only brings the app to the front. */
const KEPT = 50;

export interface NotificationParts {
  readonly isWanted: (topic: NoticeTopic) => boolean;
  readonly messages: () => ShellMessages;
  readonly onFollowed: (topic: NoticeTopic) => void;
}

/** Shows notifications in groups; a click leads to where something can be done. */
export class Notifications {
  readonly #groups = new NoticeGroups();
  readonly #parts: NotificationParts;
  /** Electron drops unreferenced notifications together with their click handlers. */
  readonly #shown = new Set<Notification>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: NotificationParts) {
    this.#parts = parts;
  }

  note(notification: DesktopNotification): void {
    if (!this.#parts.isWanted(notification.topic)) return;
    const nowMs = Date.now();
    const notice = this.#groups.note(notification, nowMs);
    if (notice !== null) this.#show(notice);
    this.#wait(nowMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #wait(nowMs: number): void {
    clearTimeout(this.#timer);
    const dueMs = this.#groups.nextDueMs();
    if (dueMs === null) return;
    this.#timer = setTimeout(() => this.#showDue(), dueMs - nowMs);
    this.#timer.unref();
  }

  #showDue(): void {
    const nowMs = Date.now();
    for (const notice of this.#groups.due(nowMs)) {
      if (this.#parts.isWanted(notice.topic)) this.#show(notice);
    }
    this.#wait(nowMs);
  }

  #show({ topic, ...counted }: Notice): void {
    if (!Notification.isSupported()) return;
    const messages = this.#parts.messages();
    const title = messages(`notice-${topic}-title`, counted);
    const body = messages(`notice-${topic}-body`, counted);
    const notification = new Notification({ title, body, silent: true });
    notification.on('click', () => {
      this.#shown.delete(notification);
      this.#parts.onFollowed(topic);
    });
    this.#keep(notification);
    notification.show();
  }

  #keep(notification: Notification): void {
    this.#shown.add(notification);
    const [oldest] = this.#shown;
    if (oldest !== undefined && this.#shown.size > KEPT) this.#shown.delete(oldest);
  }
}
