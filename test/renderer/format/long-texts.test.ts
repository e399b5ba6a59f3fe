import { describe, expect, it } from 'vitest';
import { commitBody, commitMessage, commitTitle } from '../../../src-renderer/format/change.ts';
import { parseHistoryFilter } from '../../../src-renderer/format/history-filter.ts';
import { initials, nameParts } from '../../../src-renderer/format/name.ts';
import { serviceMessage } from '../../../src-renderer/format/service-message.ts';

const LENGTH = 200_000;

/** Beginnings of what is looked for, again and again, so that whatever tries each of them takes minutes. */
const TEXTS = [
  'Added or modified "',
  'Reverted file "a" to status at ',
  '" and ',
  'Undid: ',
  'Port 1 on ',
  '. ',
  ' ',
  '"',
  'a',
  'a:"',
  '\u202e',
  '\n',
].map((part) => [JSON.stringify(part), part.repeat(LENGTH / part.length)] as const);

const READERS: readonly ((text: string) => unknown)[] = [
  (description) => commitTitle({ description }),
  (description) => commitBody({ description }),
  commitMessage,
  function serviceMessages(what) {
    return serviceMessage({ code: 'asItIs', values: { what } }, what);
  },
  parseHistoryFilter,
  nameParts,
  initials,
];

describe('200 KB of text that somebody else wrote', () => {
  it.each(TEXTS)('take no page its breath: %s', (_, text) => {
    for (const begin of ['', 'Added or modified "']) {
      for (const read of READERS) {
        const started = performance.now();
        read(`${begin}${text}`);
        expect(performance.now() - started, read.name).toBeLessThan(2000);
      }
    }
  });
});
