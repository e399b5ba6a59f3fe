import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FolderWorld, freshFolderWorld, type Place } from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 30_000 });

let place: Place;
let world: FolderWorld;

beforeEach(async () => {
  ({ place, world } = await freshFolderWorld());
});

const ruleFile = () => join(place.root, 'seafile-ignore.txt');

describe('a preview of other patterns', () => {
  it('says what would no longer be saved, and what would be taken in, without changing anything', async () => {
    place.write('seafile-ignore.txt', 'old/\n*.tmp2\n');
    place.write('keep.txt', '1');
    place.write('new/a.txt', '12');
    place.write('new/deep/b.txt', '123');
    place.write('old/c.txt', '1234');
    place.write('d.tmp2', '12345');
    place.write('node_modules/e.js', '1');
    const { id, library_id } = await world.linkAndSettle();
    const preview = await world.folders.previewIgnoreRules(id, '*.tmp2\nnew/\n!never\n');
    expect(preview).toEqual({
      newly_ignored: { count: 2, bytes: 5, examples: ['new/a.txt', 'new/deep/b.txt'] },
      newly_taken: { count: 1, bytes: 4, examples: ['old/c.txt'] },
      invalid_lines: [3],
      words:
        'Changes of the 2 files that the new patterns name would no longer be saved. What the library has of them stays there. 1 file would be taken in.',
    });
    expect(readFileSync(ruleFile(), 'utf8')).toBe('old/\n*.tmp2\n');
    expect(world.library(library_id).headSeq).toBe(2);
    expect((await world.folders.previewIgnoreRules(id, 'old/\n*.tmp2\n')).words).toBe(
      'Nothing would change for the files that are there now.',
    );
  });

  it('gives no more than 20 examples', async () => {
    for (let at = 0; at < 30; at++) place.write(`f${at}.log`, 'x');
    const { id } = await world.linkAndSettle();
    const { newly_ignored } = await world.folders.previewIgnoreRules(id, '*.log');
    expect([newly_ignored.count, newly_ignored.examples.length]).toEqual([30, 20]);
  });
});
