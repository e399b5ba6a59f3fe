import { describe, expect, it } from 'vitest';
import {
  changeText,
  chooseMessages,
  shellMessages,
  startRefused,
} from '../../../src-main/electron/messages.ts';
import type { CommitSummaryJson } from '../../../src-shared/contents-api.ts';

const en = shellMessages('en');
const de = shellMessages('de');

describe('the language of the shell', () => {
  it.each([
    ['', ['de-AT', 'en-GB'], de],
    ['', ['la-VA', 'de'], de],
    ['', ['la-VA'], en],
    ['', [], en],
    ['en', ['de-DE'], en],
    ['de', ['en-US'], de],
  ] as const)(
    'of a page in “%s” on a system that prefers %j is one that there are words in',
    (page, system, messages) => {
      expect(chooseMessages(page, system)).toBe(messages);
    },
  );

  it('says of a start that was refused what the service said, and in German first what that means', () => {
    const taken = { message: 'Port 8000 on 127.0.0.1 is used by another program.', exitCode: 5 };
    expect(startRefused(en, taken)).toBe(taken.message);
    expect(startRefused(de, taken)).toMatch(/^Der Port ist nicht frei\.[\s\S]*\n\nPort 8000/);
    expect(startRefused(de, { message: 'x', exitCode: 1 })).toMatch(
      /^Der Bibliotheksdienst ließ sich nicht starten\./,
    );
  });

  it('says of a commit what the page says of it, in both languages', () => {
    const part = {
      kind: 'renamed',
      items: 1,
      dirs: 0,
      files: 1,
      folders: 0,
      name: 'a.md',
      to: 'b.md',
    } as const;
    const summary: CommitSummaryJson = { reason: 'changes', at: null, parts: [part] };
    const commit = { description: 'Renamed "a.md".', added: 0, modified: 0, removed: 0, renamed: 1, summary };
    expect(changeText(en, commit)).toBe('Renamed a.md to b.md');
    expect(changeText(de, commit)).toBe('a.md in b.md umbenannt');
  });

  it('says of a commit without a summary what is said of it in the library, and in German what it did', () => {
    const commit = { description: 'Added "a"', added: 1, modified: 0, removed: 1200, renamed: 0 };
    expect(changeText(en, commit)).toBe('Added "a"');
    expect(changeText(de, commit)).toBe('1 hinzugefügt, 1200 entfernt');
    expect(changeText(de, { ...commit, added: 0, removed: 0 })).toBe('ohne geänderte Dateien');
  });

  it('takes names and reasons as they are', () => {
    const values = { folder: "/a {b} <c> 'd'", reason: "EACCES: '{x}'" };
    expect(en('profileReadOnly', values)).toContain("\n/a {b} <c> 'd'\n");
    expect(de('profileReadOnly', values)).toContain("\n\nEACCES: '{x}'");
  });
});
