import { describe, expect, it } from 'vitest';
import type { DomainError } from '../../../../src-main/core/errors.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { ObjectKind } from '../../../../src-main/store/objects/object-store.ts';
import {
  assertSameHash,
  contentHashOf,
  verifyAtPace,
  verifyInSteps,
  verifyObject,
} from '../../../../src-main/store/repository/verify.ts';

const BYTES = Buffer.from('dear Anna');
const ID = objectIdOf(BYTES);
const OTHER = 'f'.repeat(40);

function refusalOf(work: () => void): unknown {
  try {
    work();
    return null;
  } catch (error) {
    const { code, detail } = error as DomainError;
    return `${code} ${detail.reason ?? ''}`.trim();
  }
}

const verdict = (kind: ObjectKind, id: string, bytes: Buffer) =>
  refusalOf(() => verifyObject({ kind, id }, bytes, objectIdOf));

describe('bytes that are stored', () => {
  it('hash to their id', () => {
    expect(verdict('block', ID, BYTES)).toBe(null);
    expect(verdict('fs', ID, BYTES)).toBe(null);
    expect(verdict('block', OTHER, BYTES)).toBe('object-corrupt id-mismatch');
    expect(verdict('fs', EMPTY_ID, Buffer.alloc(0))).toBe(null);
    expect(verdict('block', EMPTY_ID, Buffer.alloc(0))).toBe('object-corrupt id-mismatch');
  });

  it('name their own id inside when they are a commit', () => {
    expect(verdict('commit', ID, Buffer.from(`{"commit_id":"${ID}"}`))).toBe(null);
    expect(verdict('commit', ID, Buffer.from(`{"commit_id":"${OTHER}"}`))).toBe('object-corrupt id-mismatch');
    expect(verdict('commit', ID, Buffer.from('null'))).toBe('object-corrupt id-mismatch');
    expect(verdict('commit', ID, Buffer.from('{'))).toBe('object-corrupt json');
  });

  it('are checked in steps when they are long, with the same verdict', async () => {
    const long = Buffer.alloc(9_000_000, 3);
    const right = { kind: 'block', id: objectIdOf(long) } as const;
    await verifyInSteps(right, long, objectIdOf);
    await expect(verifyAtPace({ ...right, id: OTHER }, long, objectIdOf)).rejects.toThrow('object-corrupt');
    expect(verifyAtPace({ kind: 'block', id: ID }, BYTES, objectIdOf)).toBe(null);
  });
});

it('two contents of one id are told apart by a second hash, of blocks alone and where both are known', () => {
  const [first, second] = [contentHashOf('block', BYTES), contentHashOf('block', Buffer.from('else'))];
  expect(refusalOf(() => assertSameHash(ID, first, second))).toBe('object-collision');
  expect(refusalOf(() => assertSameHash(ID, first, contentHashOf('block', BYTES)))).toBe(null);
  expect(refusalOf(() => assertSameHash(ID, first, contentHashOf('fs', BYTES)))).toBe(null);
});
