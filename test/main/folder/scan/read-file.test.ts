import { appendFileSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { createNodeFsReader, statOf } from '../../../../src-main/folder/disk/node-fs-reader.ts';
import { type BlockSink, readFile } from '../../../../src-main/folder/scan/read-file.ts';
import { temporaryPlace } from '../../../support/folder-world.ts';

const SMALL = 'small content';
const LARGE = Buffer.alloc(1024 * 1024 + 1, 'large');

/** A file that was listed, and a reading of it at a time long after its last change. */
function listedFile(content: string | Uint8Array) {
  const place = temporaryPlace();
  place.write('a', content);
  const path = join(place.root, 'a');
  const stat = statOf(lstatSync(path));
  const reader = createNodeFsReader(place.root);
  onTestFinished(() => reader.release());
  const kept: { id: string; sha256: string | null; bytes: number }[] = [];
  const room = new Uint8Array(LARGE.length);
  const sink: BlockSink = {
    room: (sizeBytes) => room.subarray(0, sizeBytes),
    keepRoom: (bytes, { id, sha256 }) => void kept.push({ id, sha256, bytes }),
    keep: (block, id) => void kept.push({ id, sha256: null, bytes: block.length }),
  };
  const read = (options: Partial<Parameters<typeof readFile>[3]> = {}, fs = reader) =>
    readFile(fs, { path: 'a', stat }, sink, {
      ...{ nowMs: () => stat.ctimeMs + 60_000, fileKey: null },
      ...options,
    });
  return { path, stat, reader, kept, read };
}

describe('a file that is read', () => {
  it('is one block with both hashes when it is small', () => {
    const { read, kept, stat } = listedFile(SMALL);
    const id = objectIdOf(SMALL);
    const file = encodeFile({ blockIds: [id], sizeBytes: 13 });
    expect(read()).toEqual({
      ...{ kind: 'read', id: file.id, objectText: file.bytes.toString(), readAtMs: stat.ctimeMs + 60_000 },
    });
    expect(kept).toEqual([
      { id, bytes: 13, sha256: 'b4b389c849d799d9331d5937cde7f0dfd297d76083242366cbef53b498cd6051' },
    ]);
  });

  it('leaves the second hash to the store when it is large', () => {
    const { read, kept } = listedFile(LARGE);
    expect(read()).toMatchObject({ kind: 'read' });
    expect(kept).toEqual([{ id: objectIdOf(LARGE), sha256: null, bytes: LARGE.length }]);
  });

  it('has no block when it is empty', () => {
    const { read, kept } = listedFile('');
    expect(read()).toMatchObject({ kind: 'read', id: '0'.repeat(40) });
    expect(kept).toEqual([]);
  });
});

describe('a file that changes', () => {
  it('is not read when it is no longer as it was listed', () => {
    const { read, path } = listedFile(SMALL);
    appendFileSync(path, ' and more');
    expect(read()).toMatchObject({ kind: 'failed', reason: 'changing' });
  });

  it('is not taken when it changes while it is read', () => {
    const { read, reader, path } = listedFile(SMALL);
    const changing = {
      ...reader,
      open: (at: string) => {
        const file = reader.open(at);
        return {
          stat: () => file.stat(),
          close: () => file.close(),
          read: (room: Uint8Array) => {
            const got = file.read(room);
            if (got > 0) appendFileSync(path, ' and more');
            return got;
          },
        };
      },
    };
    expect(read({}, changing)).toMatchObject({ kind: 'failed', reason: 'changing' });
  });

  it('is waited for where a tick of its disk may hide a change, or is changing where nothing waits', () => {
    const { read, stat } = listedFile(SMALL);
    const nowMs = () => stat.ctimeMs + 1;
    expect(read({ nowMs })).toMatchObject({ kind: 'failed', reason: 'changing' });
    const rests: number[] = [];
    expect(read({ nowMs, rest: (ms) => void rests.push(ms) })).toMatchObject({ kind: 'read' });
    expect(rests).toEqual([Number.isInteger(stat.ctimeMs / 1000) ? 2000 : 20]);
  });

  it('has vanished when it is not there', () => {
    const { read, path } = listedFile(SMALL);
    rmSync(path);
    expect(read()).toMatchObject({ kind: 'failed', reason: 'vanished' });
  });
});
