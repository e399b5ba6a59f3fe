import { describe, expect, it } from 'vitest';
import { commitBody, commitTitle, storedDescription } from '../../../src-renderer/format/change.ts';
import { t } from '../../../src-renderer/format/commit-title/messages.ts';
import { amountText, commitAmounts, summaryTitle } from '../../../src-renderer/format/commit-title.ts';
import de from '../../../src-renderer/i18n/catalogs/de.json';
import { messages } from '../../../src-renderer/i18n/messages.ts';
import type {
  CommitJson,
  CommitSummaryJson,
  CommitSummaryPartJson,
} from '../../../src-shared/contents-api.ts';

const german = messages(t.area, t.english, { language: 'de', catalog: de });

type Part = CommitSummaryPartJson;

function part(kind: Part['kind'], name: string, fields: Partial<Part> = {}): Part {
  return { kind, items: 1, dirs: 0, files: 1, folders: 0, name, to: '', ...fields };
}

/** Words with their fixed spaces as plain ones. */
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;

function titles(parts: Part[], reason: CommitSummaryJson['reason'] = 'changes', at: number | null = null) {
  const summary = { reason, at, parts };
  return [plain(summaryTitle(summary)), plain(summaryTitle(summary, german))];
}

const folder = (name: string, files: number | null, folders = 1, items = 1) =>
  part('added', name, { items, dirs: items, files, folders });
const removedFolder = (name: string, files: number | null) => ({
  ...folder(name, files),
  kind: 'removed' as const,
});

describe('the title of a commit whose changes were erased', () => {
  const description = 'Added or modified "(erased)".';

  it('says so where none of them is left, and shows the stored words apart', () => {
    const commit = { description, summary: { reason: 'changes' as const, at: null, parts: [] } };
    expect(commitTitle(commit)).toBe('Changes that were erased');
    expect(commitBody(commit)).toBe('');
    expect(storedDescription(commit)).toBe(description);
  });

  it('tells what is left of them', () => {
    const parts = [part('added', 'Notes.txt')];
    const summary = { reason: 'changes' as const, at: null, parts };
    expect(commitTitle({ description, summary })).toBe('Added Notes.txt');
  });

  it('is the description where it is not known what is left', () => {
    expect(commitTitle({ description })).toContain('(erased)');
  });
});

describe('the title of a commit', () => {
  it.each([
    [[part('modified', 'Car v2.txt')], 'Edited Car v2.txt', 'Car v2.txt bearbeitet'],
    [
      [part('modified', 'Budget.csv', { items: 2, files: 2 })],
      'Edited Budget.csv and 1 other file',
      'Budget.csv und 1 weitere Datei bearbeitet',
    ],
    [[part('added', 'a')], 'Added a', 'a hinzugefügt'],
    [
      [part('added', 'a', { items: 3, files: 3 })],
      'Added a and 2 other files',
      'a und 2 weitere Dateien hinzugefügt',
    ],
    [[folder('Garden', 6)], 'Added 6 files in Garden', '6 Dateien in Garden hinzugefügt'],
    [[folder('Garden', 0)], 'Added the folder Garden', 'Ordner Garden hinzugefügt'],
    [[folder('Garden', null)], 'Added the folder Garden', 'Ordner Garden hinzugefügt'],
    [[folder('A', 402, 10, 7)], 'Added 402 files in 10 folders', '402 Dateien in 10 Ordnern hinzugefügt'],
    [
      [part('added', 'A', { items: 3, dirs: 1, files: 6, folders: 1 })],
      'Added 6 files and 1 folder',
      '6 Dateien und 1 Ordner hinzugefügt',
    ],
    [[folder('A', 0, 3, 2)], 'Added 3 folders', '3 Ordner hinzugefügt'],
    [[folder('A', null, 2, 2)], 'Added A and 1 other item', 'A und 1 weiteres Element hinzugefügt'],
    [[part('removed', 'a')], 'Deleted a', 'a gelöscht'],
    [[removedFolder('Trip', 29)], 'Deleted Trip and 29 files in it', 'Trip mit 29 Dateien darin gelöscht'],
    [
      [part('renamed', 'Novel.md', { to: 'Novel final.md' })],
      'Renamed Novel.md to Novel final.md',
      'Novel.md in Novel final.md umbenannt',
    ],
    [
      [part('renamed', 'a', { items: 3, files: 3, to: 'b' })],
      'Renamed a and 2 other items',
      'a und 2 weitere Elemente umbenannt',
    ],
    [[part('moved', 'a', { to: 'Archive' })], 'Moved a to Archive', 'a nach Archive verschoben'],
    [[part('moved', 'a', { to: '/' })], 'Moved a to the top folder', 'a in den obersten Ordner verschoben'],
    [
      [part('moved', 'a', { items: 3, to: 'Archive' })],
      'Moved 3 items to Archive',
      '3 Elemente nach Archive verschoben',
    ],
    [[part('moved', 'a', { items: 3 })], 'Moved 3 items', '3 Elemente verschoben'],
    [
      [part('added', 'a'), part('modified', 'iPlan'), part('removed', 'c')],
      'Added a, edited iPlan, deleted c',
      'a hinzugefügt, iPlan bearbeitet, c gelöscht',
    ],
  ])('is made from what it did: %j', (parts, english, inGerman) => {
    expect(titles(parts)).toEqual([english, inGerman]);
  });

  it.each([
    ['undo', [part('added', 'a', { items: 3, files: 3 })], 'Undid: deleted a and 2 other files'],
    ['undo', [removedFolder('Trip', 29)], 'Undid: added 29 files in Trip'],
    ['undo', [part('renamed', 'new', { to: 'old' })], 'Undid: renamed old to new'],
    ['undo', [part('moved', 'a', { to: 'Archive' })], 'Undid: moved a'],
    ['redo', [part('modified', 'a')], 'Redid: edited a'],
    ['resolution', [part('modified', 'a'), part('removed', 'b')], 'Resolved a conflict: edited a, deleted b'],
    ['recovery', [part('added', 'a')], 'Restored a'],
    ['recovery', [part('added', 'a', { items: 2, files: 2 })], 'Restored a and 1 other item'],
    ['revert', [part('modified', 'a')], 'Put back a as before'],
    ['merge', [part('modified', 'a')], 'Merged changes made in two places at once'],
    ['creation', [], 'Created the library'],
    ['library-name', [], 'Renamed the library'],
    [
      'library-name',
      [{ ...part('renamed', 'Notes'), items: 0, to: 'Letters' }],
      'Renamed the library Notes to Letters',
    ],
    ['library-description', [], 'Changed the description of the library'],
    ['password', [], 'Changed the password'],
    ['merge', [], 'Merged changes made in two places at once'],
    ['changes', [], null],
  ] as const)('says why it was made: %s', (reason, parts, english) => {
    expect(titles([...parts], reason)[0]).toBe(english);
  });

  it('leaves a name at its beginning as it is, also behind a colon', () => {
    expect(titles([part('modified', 'Plan')], 'redo')[1]).toBe('Wiederholt: Plan bearbeitet');
  });

  it('tells the day that a restore went back to', () => {
    const at = Date.parse('2026-05-07T12:00:00') / 1000;
    const back = (...parts: Part[]) => titles(parts, 'restore', at);
    expect(back(part('modified', 'Schedule.csv'))).toEqual([
      'Restored Schedule.csv from May 7, 2026',
      'Schedule.csv vom May 7, 2026 wiederhergestellt',
    ]);
    expect(back(part('added', 'a', { items: 2, files: 17 }), part('modified', 'b'))[0]).toBe(
      'Restored 18 files from May 7, 2026',
    );
    expect(back(part('added', 'a'), part('removed', 'b'))[0]).toBe('Restored what was there on May 7, 2026');
  });

  it('shows what names hide', () => {
    expect(titles([part('added', 'a\u202egpj.exe')])[0]).toBe('Added a[U+202E]gpj.exe');
  });
});

const COMMIT: CommitJson = {
  ...{ id: 'a'.repeat(40), time: 1, author: 'a@example.org', author_name: 'A', device: '' },
  ...{ description: 'Added "Letters".\nDeleted "b".\n', is_merge: false },
  ...{ added: 7, modified: 2, removed: 0, renamed: 1 },
};
const SUMMARY: CommitSummaryJson = { reason: 'changes', at: null, parts: [folder('Letters', 402, 10, 7)] };

describe('a commit', () => {
  it('with a summary shows its description beside the title', () => {
    const commit = { ...COMMIT, summary: SUMMARY };
    expect(plain(commitTitle(commit))).toBe('Added 402 files in 10 folders');
    expect(commitBody(commit)).toBe('');
    expect(storedDescription(commit)).toBe('Added "Letters". Deleted "b".');
  });

  it('without one has its description as the title', () => {
    expect(commitTitle(COMMIT)).toBe('Added "Letters".');
    expect(commitBody(COMMIT)).toBe('Deleted "b".');
    expect(storedDescription(COMMIT)).toBe('');
  });

  it('is counted in files, where they are known', () => {
    const amounts = commitAmounts({ ...COMMIT, summary: SUMMARY });
    expect([amounts.added.count, amounts.changed.count, amounts.removed.count]).toEqual([402, 3, 0]);
    expect(plain(amountText(amounts.added, String))).toBe('402 files, 10 folders');
    expect(commitAmounts(COMMIT).added.count).toBe(7);
    const empty = { ...SUMMARY, parts: [folder('Letters', 0)] };
    expect(commitAmounts({ ...COMMIT, summary: empty }).added.count).toBe(1);
  });
});
