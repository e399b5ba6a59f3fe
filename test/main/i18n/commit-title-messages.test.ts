import { expect, it } from 'vitest';
import main from '../../../src-main/i18n/catalogs/de.json' with { type: 'json' };
import {
  commitTitle,
  commitTitleMessages,
  commitTitleWords,
} from '../../../src-main/i18n/commit-title-messages.ts';
import page from '../../../src-renderer/i18n/catalogs/de.json' with { type: 'json' };
import type { CommitSummaryJson } from '../../../src-shared/contents-api.ts';

it('titles of commits have the words of the page, in every language', () => {
  const { inAll: _, ...titles } = page['format/commit-title'];
  expect(main['commit-title']).toEqual(titles);
  expect(Object.keys(titles)).toEqual(Object.keys(commitTitleMessages.english));
});

it('a title names the day that a restore went back to as its language has it', () => {
  const part = { kind: 'modified', items: 1, dirs: 0, files: 1, folders: 0, name: 'a.csv', to: '' } as const;
  const at = Date.UTC(2026, 4, 7, 12) / 1000;
  const summary: CommitSummaryJson = { reason: 'restore', at, parts: [part] };
  expect(commitTitle(summary, 'en')).toBe('Restored a.csv from 7 May 2026');
  expect(commitTitle(summary, 'de')).toBe('a.csv vom 07.05.2026 wiederhergestellt');
});

it('words of titles are told from names', () => {
  expect(commitTitleWords('en')).toContain('edited');
  expect(commitTitleWords('de')).toContain('bearbeitet');
  expect(commitTitleWords('de')).not.toContain('edited');
  expect(commitTitleWords('en')).toContain('nov');
});
