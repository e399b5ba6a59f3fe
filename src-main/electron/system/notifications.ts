import { Notification } from 'electron';
import { type Notice, NoticeGroups } from './notice-groups.ts';
import type { Happening, NoticeTopic } from './notices.ts';

/** Shows notifications in groups; following one leads to where something can be done. */
export class Notifications {
  readonly #groups = new NoticeGroups();
  readonly #isWanted: () => boolean;
  readonly #onFollowed: (topic: NoticeTopic) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(isWanted: () => boolean, onFollowed: (topic: NoticeTopic) => void) {
    this.#isWanted = isWanted;
    this.#onFollowed = onFollowed;
  }

  note(happening: Happening): void {
    if (!this.#isWanted()) return;
    const nowMs = Date.now();
    const notice = this.#groups.note(happening, nowMs);
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
      if (this.#isWanted()) this.#show(notice);
    }
    this.#wait(nowMs);
  }

  #show({ topic, title, body }: Notice): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body, silent: true });
    notification.on('click', () => this.#onFollowed(topic));
    notification.show();
  }
}
