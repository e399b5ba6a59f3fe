import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import {
  type GivenBlock,
  type LibraryFiles,
  NotDurable,
} from '../../../../src-main/store/backend/backend.ts';
import { BlockFiles, MIN_BLOCK_FILE_BYTES } from '../../../../src-main/store/repository/block-files.ts';
import { hasherHere } from '../../../../src-main/store/repository/block-hasher.ts';
import { LibraryHealth } from '../../../../src-main/store/repository/library-state.ts';
import { MemoryBackend } from '../../../support/memory-backend.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const BYTES = Buffer.from('a block');
const BLOCK: GivenBlock = { id: objectIdOf(BYTES), bytes: BYTES };
const failing = (code: string) => Object.assign(new Error(code), { code });
const corrupt = (reason: string) => ({ code: 'object-corrupt', detail: { value: BLOCK.id, reason } });

function blockFiles(overrides: Partial<LibraryFiles> = {}) {
  const stored = new MemoryBackend().library(LIBRARY);
  const files = {
    stage: (block: GivenBlock) => stored.stage(block),
    save: (...of: Parameters<LibraryFiles['save']>) => stored.save(...of),
    openRange: (...of: Parameters<LibraryFiles['openRange']>) => stored.openRange(...of),
    ...overrides,
  };
  const health = new LibraryHealth(LIBRARY);
  const blocks = new BlockFiles({ files, health, hasher: hasherHere(objectIdOf), isDamaged: () => false });
  return { blocks, health, stored };
}

it('blocks from 1 MiB on have files of their own, which is on disks', () => {
  expect(MIN_BLOCK_FILE_BYTES).toBe(1_048_576);
});

describe('a block with a file of its own', () => {
  it('is read before and after it is saved', async () => {
    const { blocks } = blockFiles();
    const staged = await blocks.stage(BLOCK);
    expect((await blocks.readStaged(staged)).equals(BYTES)).toBe(true);
    await expect(blocks.read(BLOCK.id, BYTES.length)).rejects.toMatchObject({ code: 'object-missing' });
    await blocks.save([staged]);
    expect((await blocks.read(BLOCK.id, BYTES.length)).equals(BYTES)).toBe(true);
  });

  it('is damaged when its file has another length or other bytes, or cannot be read', async () => {
    const { blocks, stored } = blockFiles();
    const put = async (text: string) =>
      stored.save([await stored.stage({ id: BLOCK.id, bytes: Buffer.from(text) })], () => false);
    for (const [text, reason] of [
      ['a bloc', 'size'],
      ['a block and more', 'size'],
      ['A block', 'id-mismatch'],
    ] as const) {
      await put(text);
      await expect(blocks.read(BLOCK.id, BYTES.length)).rejects.toMatchObject(corrupt(reason));
    }
    const unreadable = blockFiles({ openRange: () => Promise.reject(failing('EIO')) });
    await expect(unreadable.blocks.read(BLOCK.id, 7)).rejects.toMatchObject(corrupt('unreadable'));
  });

  it('is refused by a full disk, after which writing goes on', async () => {
    const { blocks, health } = blockFiles({
      stage: () => Promise.reject(failing('ENOSPC')),
      save: () => Promise.reject(failing('ENOSPC')),
    });
    await expect(blocks.stage(BLOCK)).rejects.toMatchObject({ code: 'disk-full' });
    await expect(blocks.save([])).rejects.toMatchObject({ code: 'disk-full' });
    expect(health.hasFailed).toBe(false);
  });

  it('ends all writing when nobody knows whether it is durable', async () => {
    const { blocks, health } = blockFiles({ save: () => Promise.reject(new NotDurable(failing('EIO'))) });
    await expect(blocks.save([await blocks.stage(BLOCK)])).rejects.toMatchObject({
      code: 'library-read-only',
    });
    expect(health.hasFailed).toBe(true);
  });

  it('is lost with a thread that ended, which says nothing about the disk', async () => {
    const ended = new Error('The thread ended.');
    const { blocks, health } = blockFiles({ stage: () => Promise.reject(ended) });
    await expect(blocks.stage(BLOCK)).rejects.toBe(ended);
    expect(health.hasFailed).toBe(false);
  });
});
