import { expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../../src-main/core/objects/file-object.ts';
import { type ObjectId, objectIdOf } from '../../../src-main/core/objects/object-id.ts';
import { ContentKeeper } from '../../../src-main/folder/content-keeper.ts';
import type { ReadBlock, ReadOutcome } from '../../../src-main/folder/ports.ts';
import { createMemoryObjectStore } from '../../../src-main/store/objects/memory-object-store.ts';

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

function isJson(bytes: Uint8Array): boolean {
  return bytes[0] === '{'.charCodeAt(0);
}
