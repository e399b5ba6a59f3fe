import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { HistoryStream } from '../../../../src-main/engine/reading/history-stream.ts';
import type { HistoryEntry } from '../../../../src-main/store/sqlite/history.ts';
import { createMemoryObjectStore } from '../../../support/memory-object-store.ts';
import { commitId } from '../../../support/stored-commits.ts';
import { builtTree, type PushedFiles } from '../../../support/sync-device.ts';
import { fileIdOf } from '../../../support/trees.ts';

/** What git is told of commits with these trees, without the objects that are `lost`. */
async function streamed(trees: readonly PushedFiles[], lost: readonly string[] = []) {
  const store = createMemoryObjectStore().library('00000000-0000-4000-8000-000000000001' as LibraryId);
  const commits: HistoryEntry[] = [];
  for (const [at, tree] of trees.entries()) {
    const { rootId, fs, blocks } = builtTree(tree, 'anna@example.com');
    for (const [id, bytes] of fs) if (!lost.includes(id)) await store.write('fs', id, bytes);
    for (const [id, bytes] of blocks) if (!lost.includes(id)) await store.write('block', id, bytes);
    const says = {
      authorEmail: 'anna@example.com',
      description: `Commit ${at + 1}`,
      ctimeSeconds: 1_000 + at,
    };
    commits.push({ id: commitId(`${at + 1}`), rootId, ...says } as HistoryEntry);
  }
  let told = 0;
  const stream = new HistoryStream({
    objects: store,
    nameOf: () => 'Anna',
    onCommit: () => {
      told += 1;
    },
  });
  let text = '';
  for await (const piece of stream.pieces(commits)) text += piece.toString();
  return { text, told, result: stream.result };
}

const commitText = (number: number, ...changes: readonly string[]) =>
  [
    ...['commit refs/heads/main', `author Anna <anna@example.com> ${999 + number} +0000`],
    ...[`committer Anna <anna@example.com> ${999 + number} +0000`, 'data 68'],
    ...[`Commit ${number}`, '', `Keepfold-Commit: ${`${number}`.repeat(40)}`, '', ...changes, '', ''],
  ].join('\n');

const blobText = (mark: number, text: string) => `blob\nmark :${mark}\ndata ${text.length}\n${text}\n`;

describe('a history on its way to git', () => {
  it('is what each commit changed, with each content once and before what names it', async () => {
    const { text, told, result } = await streamed([
      { a: 'one' },
      { a: 'two', d: { same: 'one' }, empty: '' },
      { d: { same: 'one' }, empty: '' },
    ]);
    expect(text).toBe(
      [
        'feature done\n',
        blobText(1, 'one'),
        commitText(1, 'M 100644 :1 "a"'),
        blobText(2, ''),
        blobText(3, 'two'),
        commitText(2, 'M 100644 :2 "empty"', 'M 100644 :3 "a"', 'M 100644 :1 "d/same"'),
        commitText(3, 'D "a"'),
        'done\n',
      ].join(''),
    );
    expect(told).toBe(3);
    expect(result).toEqual({
      commits: 3,
      ...{ unreadable: [], unreadableCount: 0, renamed: [], renamedCount: 0 },
    });
  });

  it.each([
    ['a block of it', objectIdOf('two')],
    ['its object', fileIdOf('two')],
  ])('tells of a version without %s, and has none of it', async (_words, lost) => {
    const { text, result } = await streamed([{ a: 'one' }, { a: 'two' }], [lost]);
    expect(text).toBe(
      ['feature done\n', blobText(1, 'one'), commitText(1, 'M 100644 :1 "a"'), commitText(2), 'done\n'].join(
        '',
      ),
    );
    expect(result).toMatchObject({
      unreadable: [{ path: '/a', commitId: commitId('2') }],
      unreadableCount: 1,
    });
  });

  it('tells of a path that git takes under another name only', async () => {
    const { text, result } = await streamed([{ '.git': 'one' }]);
    expect(result.renamedCount).toBe(1);
    const [renamed] = result.renamed;
    expect(renamed?.path).toBe('/.git');
    expect(text).toContain(`M 100644 :1 "${renamed?.writtenAs.slice(1)}"`);
  });

  it('tells of a hundred versions, and counts the others', async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`${at}`, 'lost']));
    const { result } = await streamed([many], [objectIdOf('lost')]);
    expect([result.unreadable.length, result.unreadableCount]).toEqual([100, 150]);
  });

  it('of nothing is whole as well', async () => {
    expect((await streamed([])).text).toBe('feature done\ndone\n');
  });
});
