import type { DesktopSettings, NotificationKind } from '../../../src-shared/desktop-bridge.ts';
import type { ServerEvent } from '../../../src-shared/events.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';

/** Topics of notifications: only what will not continue, or not be correct, without the user. */
export type NoticeTopic =
  | 'not-saving'
  | 'waiting'
  | 'away'
  | 'conflict'
  | 'damaged'
  | 'not-restored'
  | 'stopped'
  | 'settings'
  | 'update';

/** The switch of each topic; null: only the general one. */
const KIND_OF: Readonly<Record<NoticeTopic, NotificationKind | null>> = {
  'not-saving': 'unsaved',
  stopped: 'unsaved',
  waiting: 'decision',
  away: 'away',
  conflict: 'conflict',
  damaged: 'damage',
  'not-restored': 'backup',
  update: 'update',
  settings: null,
};

/** Whether the user wants to be notified of it. */
export function isNotified(
  topic: NoticeTopic,
  { notifies, muted }: Pick<DesktopSettings, 'notifies' | 'muted'>,
): boolean {
  const kind = KIND_OF[topic];
  return notifies && (kind === null || !muted.includes(kind));
}

/** An event worth a notification; the name is that of a folder, a version or a file. */
export interface DesktopNotification {
  readonly topic: NoticeTopic;
  readonly name: string;
  /** Number of events of its kind at once. */
  readonly count: number;
}

const TOPICS: Partial<Record<LinkedFolderJson['state'], NoticeTopic>> = {
  error: 'not-saving',
  held: 'waiting',
  away: 'away',
};

/** Notifications about what changed between two states of the folders. */
export function folderNotifications(
  before: readonly LinkedFolderJson[],
  after: readonly LinkedFolderJson[],
): DesktopNotification[] {
  return after.flatMap((folder) => {
    const topic = TOPICS[folder.state];
    const was = before.find(({ id }) => id === folder.id);
    // What was so before the app started is not news; the page shows it.
    if (topic === undefined || was === undefined || TOPICS[was.state] === topic) return [];
    return [{ topic, name: folder.library_name, count: 1 }];
  });
}

/** Health of stored data: damaged objects, and files that did not come back from the backup. */
export interface StoredHealth {
  readonly damaged: number;
  readonly lost: number;
}

/** Notifications about damage since `before`; null: before the app started. */
export function healthNotifications(before: StoredHealth | null, after: StoredHealth): DesktopNotification[] {
  if (before === null) return [];
  const news: DesktopNotification[] = [];
  if (after.damaged > before.damaged) news.push({ topic: 'damaged', name: '', count: after.damaged });
  if (after.lost > before.lost) news.push({ topic: 'not-restored', name: '', count: after.lost });
  return news;
}

/** A notification about conflict copies, if the event has any. */
export function conflictNotification(
  event: ServerEvent,
  folders: readonly LinkedFolderJson[],
): DesktopNotification | null {
  if (event.type !== 'folder-activity') return null;
  const count = event.entries.filter(({ what }) => what === 'conflict').length;
  const name = folders.find(({ id }) => id === event.folder_id)?.library_name ?? '';
  return count === 0 ? null : { topic: 'conflict', name, count };
}

const QUIET_MS = 5 * 60 * 1_000;

/** Content of one notification; `name` is that of the first folder, version or file. */
export interface Notice {
  readonly topic: NoticeTopic;
  readonly name: string;
  readonly folders: number;
  readonly count: number;
}

interface Group {
  readonly shownMs: number;
  /** Later ones that are not shown yet. */
  readonly waiting: readonly DesktopNotification[];
}

/** At most one notification per topic in five minutes; later ones are counted and shown together. */
export class NoticeGroups {
  readonly #groups = new Map<NoticeTopic, Group>();

  /** The notification to show now; null: it is shown later, with others. */
  note(notification: DesktopNotification, nowMs: number): Notice | null {
    const group = this.#groups.get(notification.topic);
    if (group !== undefined && nowMs - group.shownMs < QUIET_MS) {
      this.#groups.set(notification.topic, { ...group, waiting: [...group.waiting, notification] });
      return null;
    }
    const waiting = group?.waiting ?? [];
    this.#groups.set(notification.topic, { shownMs: nowMs, waiting: [] });
    return notice([...waiting, notification]);
  }

  /** Notifications that have waited long enough. */
  due(nowMs: number): Notice[] {
    const ready = [...this.#groups].filter(
      ([, { shownMs, waiting }]) => waiting.length > 0 && nowMs - shownMs >= QUIET_MS,
    );
    for (const [topic] of ready) this.#groups.set(topic, { shownMs: nowMs, waiting: [] });
    return ready.flatMap(([, { waiting }]) => notice(waiting) ?? []);
  }

  /** When the next one is due; null: none waits. */
  nextDueMs(): number | null {
    const times = [...this.#groups.values()].flatMap(({ shownMs, waiting }) =>
      waiting.length > 0 ? [shownMs + QUIET_MS] : [],
    );
    return times.length === 0 ? null : Math.min(...times);
  }
}

function notice(notifications: readonly DesktopNotification[]): Notice | null {
  const [first] = notifications;
  if (first === undefined) return null;
  const { topic } = first;
  const names = new Set(notifications.map(({ name }) => name));
  const count = notifications.reduce((sum, each) => sum + each.count, 0);
  return { topic, name: first.name, folders: names.size, count };
}
