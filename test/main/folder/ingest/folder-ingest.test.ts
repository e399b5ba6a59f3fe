import { expect, it } from 'vitest';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import type { CommitRequest } from '../../../../src-main/engine/heads/commit-changes.ts';
import { createIgnoreMatcher } from '../../../../src-main/folder/ignore/ignore.ts';
import { FolderIngest } from '../../../../src-main/folder/ingest/folder-ingest.ts';
import { FolderStatus } from '../../../../src-main/folder/link/folder-status.ts';
import { Halt } from '../../../../src-main/folder/link/halt.ts';
import type { LinkParts } from '../../../../src-main/folder/link/link-parts.ts';
import type { DirListing, ListedEntry, WantedFile } from '../../../../src-main/folder/ports.ts';
import { EVERYTHING } from '../../../../src-main/folder/watch/event-debouncer.ts';
import { RetryList } from '../../../../src-main/folder/watch/retry-list.ts';
import { MemoryIndex } from '../../../simulation/memory-index.ts';
import { folderActivityIn } from '../../../support/folder-activity.ts';
import { folderListing } from '../../../support/folder-rows.ts';

const NOW_MS = 1_700_000_000_000;
const clock = { nowMs: () => NOW_MS, nowSeconds: () => NOW_MS / 1000 };

function entryOf(name: string, inode: number): ListedEntry {
  return { name, isDir: false, sizeBytes: 0, mtimeMs: 1, ctimeMs: 1, inode, mode: 0o644 };
}

/** The ingest of a folder of empty files, with what it does to its library and its index. */
function ingestOf(listing: DirListing) {
  const said: string[] = [];
  const index = new MemoryIndex();
  const timers = { after: () => () => undefined };
  const halt = new Halt();
  halt.end('stopped');
  const status = new FolderStatus({
    ...{ clock, timers, halt, onChange: () => undefined, onEntries: () => undefined },
    ...{ folderActivity: folderActivityIn(), folderKey: 1 },
  });
  const commitChanges = async ({ changes, records = [] }: CommitRequest) => {
    const removed = changes.filter(({ op }) => op === 'remove').length;
    said.push(`commits ${changes.length - removed} files and ${removed} gone`);
    for (const record of records) if (record.kind === 'folder-index') index.apply(1, record.update);
    return { previousRootId: EMPTY_ID, rootId: EMPTY_ID, changed: true, conflicts: [] };
  };
  const fileCount = () => {
    said.push(`decides with ${index.countFiles()} files in the index`);
    return index.countFiles();
  };
  const parts = {
    ...{ clock, timers, halt, status, index, retries: new RetryList(clock) },
    folder: { key: 1, authorEmail: 'ann@example.com' },
    reader: {
      async *list() {
        yield [listing];
      },
      async *read(files: readonly WantedFile[]) {
        const outcome = { kind: 'read', id: EMPTY_ID, objectText: '', readAtMs: NOW_MS } as const;
        yield { blocks: [], files: files.map((_, at) => ({ index: at, ...outcome })), sizeBytes: 0 };
      },
    },
    changeLibrary: { commitChanges },
    library: { fileCount, headRootId: () => EMPTY_ID },
    rules: { matcher: createIgnoreMatcher('', '', []), text: '', isIgnored: () => false },
    root: { identity: {}, isSame: async () => true, noteCommitted: () => undefined },
    agreement: { noteGiven: () => undefined },
    unresolved: { has: () => false, resolve: () => undefined },
  } as unknown as LinkParts;
  return { ingest: new FolderIngest(parts), index, said };
}

it('decides about what is gone only when every batch is in the index, and commits the rest with that', async () => {
  const files = Array.from({ length: 1_001 }, (_, at) => entryOf(`${at}.txt`, at + 2));
  const { ingest, index, said } = ingestOf(folderListing(files));
  const gone = { ...entryOf('gone.txt', 1), dir: '', objectId: EMPTY_ID };
  index.apply(1, { removed: [], put: [gone] });
  await ingest.scan({ places: EVERYTHING, excluded: [], fileKey: null, early: undefined });
  expect(said).toEqual([
    'commits 1000 files and 0 gone',
    'decides with 1001 files in the index',
    'commits 1 files and 1 gone',
  ]);
});
