import type { ServerEvent } from '../../../src-shared/events.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';

/** What is worth a notification: only what will not go on, or not be right, without the user. */
export type NoticeTopic = 'not-saving' | 'waiting' | 'away' | 'conflict' | 'stopped' | 'settings' | 'update';

/** Something that happened; the name is that of a folder, of a version, or of a file. */
export interface DesktopNotification {
  readonly topic: NoticeTopic;
  readonly name: string;
  /** How many of its kind happened at once. */
  readonly count: number;
}

const TOPICS: Partial<Record<LinkedFolderJson['state'], NoticeTopic>> = {
  error: 'not-saving',
  held: 'waiting',
  away: 'away',
};

/** What the new state of the folders says that the one before did not. */
export function folderNotifications(
  before: readonly LinkedFolderJson[],
  after: readonly LinkedFolderJson[],
): DesktopNotification[] {
  return after.flatMap((folder) => {
    const topic = TOPICS[folder.state];
    const was = before.find(({ id }) => id === folder.id);
    // What was so before the app started is on its first page, and no news.
    if (topic === undefined || was === undefined || TOPICS[was.state] === topic) return [];
    return [{ topic, name: folder.library_name, count: 1 }];
  });
}

/** Files that had to be kept twice, if the event tells of any. */
export function conflictNotification(
  event: ServerEvent,
  folders: readonly LinkedFolderJson[],
): DesktopNotification | null {
  if (event.type !== 'folder-activity') return null;
  const count = event.entries.filter(({ what }) => what === 'conflict').length;
  const name = folders.find(({ id }) => id === event.folder_id)?.library_name ?? '';
  return count === 0 ? null : { topic: 'conflict', name, count };
}
