import type { DesktopNotification, NoticeTopic } from './notices.ts';

const QUIET_MS = 5 * 60 * 1_000;

/** What one notification tells of; `name` is that of the first folder, of a version, or of a file. */
export interface Notice {
  readonly topic: NoticeTopic;
  readonly name: string;
  readonly folders: number;
  readonly count: number;
}

interface Group {
  readonly shownMs: number;
  /** Since then, and not shown yet. */
  readonly waiting: readonly DesktopNotification[];
}

/** Makes at most one notification of each topic in five minutes; what comes in between is counted and told together. */
export class NoticeGroups {
  readonly #groups = new Map<NoticeTopic, Group>();

  /** What to show at once; null: it is told later, with others. */
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

  /** What has waited long enough. */
  due(nowMs: number): Notice[] {
    const ready = [...this.#groups].filter(
      ([, { shownMs, waiting }]) => waiting.length > 0 && nowMs - shownMs >= QUIET_MS,
    );
    for (const [topic] of ready) this.#groups.set(topic, { shownMs: nowMs, waiting: [] });
    return ready.flatMap(([, { waiting }]) => notice(waiting) ?? []);
  }

  /** When something will be due; null: nothing waits. */
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
