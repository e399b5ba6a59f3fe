import { expect, it, vi } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { ContentKeeper } from '../../../../src-main/folder/ingest/content-keeper.ts';
import type { HashedContent, ReadBlock, ReadOutcome } from '../../../../src-main/folder/ports.ts';
import { createMemoryObjectStore } from '../../../support/memory-object-store.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;

/** Four digits, so that two contents meet; the rest is filled up. */
function shortIdOf(bytes: Uint8Array): ObjectId {
  return objectIdOf(bytes).slice(0, 1).padEnd(40, '0') as ObjectId;
}

function read(index: number, text: string): { outcome: ReadOutcome; block: ReadBlock } {
  const bytes = new Uint8Array(Buffer.from(text));
  const id = shortIdOf(bytes);
  const file = encodeFile({ blockIds: [id], sizeBytes: bytes.length });
  const objectText = file.bytes.toString();
  return {
    outcome: { index, kind: 'read', id: file.id, objectText, readAtMs: 0 },
    block: { id, sha256: null, bytes },
  };
}

it('a file whose block has the id of another content is left out, and the others are kept', async () => {
  const store = createMemoryObjectStore({
    idOf: (bytes) => (isJson(bytes) ? objectIdOf(bytes) : shortIdOf(bytes)),
  });
  const objects = store.library(LIBRARY);
  const texts = Array.from({ length: 40 }, (_, at) => `content ${at}`);
  const first = texts[0] ?? '';
  const twin = texts.find(
    (text) => text !== first && shortIdOf(Buffer.from(text)) === shortIdOf(Buffer.from(first)),
  );
  const kinds: string[] = [];
  for (const text of [first, twin ?? '', first]) {
    const { block, outcome } = read(0, text);
    const [kept] = await new ContentKeeper(objects).keep({ blocks: [block], files: [outcome], sizeBytes: 0 });
    kinds.push(kept?.kind ?? '');
  }
  expect(kinds).toEqual(['read', 'failed', 'read']);
  expect((await objects.read('block', shortIdOf(Buffer.from(first)))).toString()).toBe(first);
});

/** A store in which large blocks wait until the test lets them go. */
function waitingObjects() {
  const objects = createMemoryObjectStore({}).library(LIBRARY);
  const begun: { readonly id: ObjectId; readonly let: (error?: Error) => void }[] = [];
  return {
    begun,
    objects: {
      has: objects.has.bind(objects),
      read: objects.read.bind(objects),
      flush: objects.flush.bind(objects),
      writeHashed: (object: HashedContent) => {
        if (object.sha256 !== null || object.kind !== 'block') return objects.writeHashed(object);
        const id = object.id as ObjectId;
        const waiting = new Promise<Error | undefined>((resolve) => begun.push({ id, let: resolve }));
        return waiting.then((error) => {
          if (error !== undefined) throw error;
          return objects.writeHashed(object);
        });
      },
    },
  };
}

function blockOf(fill: number): ReadBlock {
  const bytes = Buffer.alloc(1_048_576, fill);
  return { id: objectIdOf(bytes), sha256: null, bytes };
}

function fileOf(blockIds: ObjectId[]): ReadOutcome {
  const { id, bytes } = encodeFile({ blockIds, sizeBytes: blockIds.length * 1_048_576 });
  return { index: 0, kind: 'read', id, objectText: bytes.toString(), readAtMs: 0 };
}

it('two large blocks are on their way at once, and their file comes after both', async () => {
  const { begun, objects } = waitingObjects();
  const keeper = new ContentKeeper(objects);
  const blocks = [1, 2, 3].map(blockOf);
  const ids = blocks.map(({ id }) => id);
  const file = fileOf(ids);
  const done: string[] = [];
  const keeping = (async () => {
    for (const block of blocks) {
      await keeper.keep({ blocks: [block], files: [], sizeBytes: 0 });
      done.push('block');
    }
    await keeper.keep({ blocks: [], files: [file], sizeBytes: 0 });
    done.push('file');
  })();
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  expect(done).toEqual(['block']);
  begun[0]?.let();
  await vi.waitFor(() => expect(begun).toHaveLength(3));
  begun[1]?.let();
  await vi.waitFor(() => expect(done).toEqual(['block', 'block', 'block']));
  const fileId = file.kind === 'read' ? file.id : '';
  expect(objects.has('fs', fileId)).toBe(false);
  begun[2]?.let();
  await keeping;
  expect(done).toEqual(['block', 'block', 'block', 'file']);
  expect([objects.has('fs', fileId), ...ids.map((id) => objects.has('block', id))]).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

it('a large block that cannot be kept is told with its file at the latest', async () => {
  const { begun, objects } = waitingObjects();
  const keeper = new ContentKeeper(objects);
  const block = blockOf(1);
  await keeper.keep({ blocks: [block], files: [], sizeBytes: 0 });
  begun[0]?.let(new Error('no room'));
  await keeper.rest();
  const file = fileOf([block.id]);
  await expect(keeper.keep({ blocks: [], files: [file], sizeBytes: 0 })).rejects.toThrow('no room');
  expect(objects.has('fs', file.kind === 'read' ? file.id : '')).toBe(false);
});

function isJson(bytes: Uint8Array): boolean {
  return bytes[0] === '{'.charCodeAt(0);
}
