import { describe, expect, it } from 'vitest';
import { shellMessages } from '../../../../src-main/electron/messages.ts';
import {
  conflictNotification,
  folderNotifications,
  healthNotifications,
  isNotified,
  type Notice,
  NoticeGroups,
  type NoticeTopic,
} from '../../../../src-main/electron/system/notices.ts';
import { linkedFolder } from '../../../support/linked-folders.ts';

const minute = 60_000;

describe('what is worth a notification', () => {
  it('is a folder that stops saving, waits or goes away', () => {
    const before = ['a', 'b', 'c', 'd'].map((id) => linkedFolder({ id, library_name: id }));
    const states = ['error', 'held', 'away', 'syncing'] as const;
    const after = states.map((state, index) => ({ ...linkedFolder(before[index]), state }));
    expect(folderNotifications(before, after)).toEqual([
      { topic: 'not-saving', name: 'a', count: 1 },
      { topic: 'waiting', name: 'b', count: 1 },
      { topic: 'away', name: 'c', count: 1 },
    ]);
  });

  it('is never a success, nor what was so before', () => {
    const failed = linkedFolder({ state: 'error' });
    expect(folderNotifications([failed], [linkedFolder()])).toEqual([]);
    expect(folderNotifications([failed], [failed])).toEqual([]);
    expect(folderNotifications([], [failed])).toEqual([]);
  });

  it('is stored data that is damaged, and a backup that does not give files back', () => {
    const sound = { damaged: 0, lost: 0 };
    expect(healthNotifications(sound, { damaged: 2, lost: 1 })).toEqual([
      { topic: 'damaged', name: '', count: 2 },
      { topic: 'not-restored', name: '', count: 1 },
    ]);
    expect(healthNotifications({ damaged: 2, lost: 1 }, { damaged: 2, lost: 1 })).toEqual([]);
    expect(healthNotifications({ damaged: 2, lost: 1 }, sound)).toEqual([]);
    expect(healthNotifications(null, { damaged: 2, lost: 1 })).toEqual([]);
    const en = shellMessages('en');
    expect(en('notice-damaged-title', { count: 2 })).toBe('2 saved pieces are damaged');
    expect(en('notice-not-restored-title', { count: 1 })).toBe('A file did not come back from the backup');
  });

  it('is a file that was kept twice', () => {
    const entry = { at_ms: 0, path: 'a.txt', bytes: 1, detail: '', said: null };
    const entries = [
      { ...entry, what: 'conflict' as const },
      { ...entry, what: 'written' as const },
    ];
    const event = { type: 'folder-activity', folder_id: 'folder-1', entries } as const;
    expect(conflictNotification(event, [linkedFolder()])).toEqual({
      topic: 'conflict',
      name: 'Photos',
      count: 1,
    });
    expect(conflictNotification({ ...event, entries: entries.slice(1) }, [])).toBeNull();
    expect(conflictNotification({ type: 'libraries' }, [])).toBeNull();
  });
});

describe('what a person wants to be notified of', () => {
  const muted = ['unsaved', 'conflict'] as const;

  it('is all that happens but the kinds that are turned off', () => {
    const wanted = (topic: NoticeTopic) => isNotified(topic, { notifies: true, muted });
    expect(['not-saving', 'stopped', 'conflict'].filter((topic) => wanted(topic as NoticeTopic))).toEqual([]);
    const others = ['waiting', 'away', 'damaged', 'not-restored', 'settings', 'update'] as const;
    expect(others.filter(wanted)).toEqual(others);
  });

  it('is nothing when notifications are off', () => {
    expect(isNotified('settings', { notifies: false, muted: [] })).toBe(false);
  });
});

describe('notifications of one topic', () => {
  const messageOf = (notice: Notice | null, messages = shellMessages('en')) =>
    notice && {
      title: messages(`notice-${notice.topic}-title`, notice),
      body: messages(`notice-${notice.topic}-body`, notice),
    };
  const titleOf = (notice: Notice | null) => messageOf(notice)?.title;
  const lost = (name: string) => ({ topic: 'not-saving', name, count: 1 }) as const;

  it('come at most once in five minutes, with what came in between', () => {
    const groups = new NoticeGroups();
    expect(titleOf(groups.note(lost('Photos'), 0))).toBe('“Photos” is not being saved');
    expect(groups.nextDueMs()).toBeNull();
    expect(groups.note(lost('Music'), minute)).toBeNull();
    expect(groups.note(lost('Notes'), 4 * minute)).toBeNull();
    expect(groups.nextDueMs()).toBe(5 * minute);
    expect(groups.due(5 * minute - 1)).toEqual([]);
    expect(groups.due(5 * minute).map(titleOf)).toEqual(['2 folders are not being saved']);
    expect(groups.due(11 * minute)).toEqual([]);
    expect(titleOf(groups.note(lost('Music'), 11 * minute))).toBe('“Music” is not being saved');
  });

  it('count files, and name the folder while it is one', () => {
    const groups = new NoticeGroups();
    const conflict = { topic: 'conflict', name: 'Photos', count: 3 } as const;
    expect(messageOf(groups.note(conflict, 0))).toEqual({
      title: '3 files were changed in two places',
      body: 'Both versions are kept in “Photos”.',
    });
    groups.note({ ...conflict, count: 1 }, 1);
    groups.note({ ...conflict, name: 'Music' }, 2);
    expect(groups.due(5 * minute).map((notice) => messageOf(notice))).toEqual([
      {
        title: '4 files were changed in two places',
        body: 'Both versions of each are kept.',
      },
    ]);
  });

  it('are in the language of the page', () => {
    const german = (topic: NoticeTopic, count = 1) =>
      messageOf(new NoticeGroups().note({ topic, name: 'Fotos', count }, 0), shellMessages('de'))?.title;
    expect(german('not-saving')).toBe('„Fotos“ wird nicht gesichert');
    expect(german('conflict', 3)).toBe('3 Dateien wurden an zwei Orten geändert');
    expect(german('stopped')).toBe('Deine Ordner werden nicht gesichert');
  });

  it('do not wait for those of another', () => {
    const groups = new NoticeGroups();
    groups.note(lost('Photos'), 0);
    expect(titleOf(groups.note({ topic: 'away', name: 'USB', count: 1 }, 1))).toBe('“USB” is unavailable');
    expect(titleOf(groups.note({ topic: 'waiting', name: 'Notes', count: 1 }, 1))).toBe(
      '“Notes” waits for your decision',
    );
    expect(titleOf(groups.note({ topic: 'update', name: '0.2.0', count: 1 }, 1))).toBe(
      'Keepfold 0.2.0 is available',
    );
    expect(titleOf(groups.note({ topic: 'stopped', name: '', count: 1 }, 1))).toBe(
      'Your folders are not being saved',
    );
  });
});
