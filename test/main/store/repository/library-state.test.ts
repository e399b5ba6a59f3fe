import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { NotDurable } from '../../../../src-main/store/backend/backend.ts';
import { LibraryHealth, LibraryState } from '../../../../src-main/store/repository/library-state.ts';
import { createObjectIndex } from '../../../../src-main/store/sqlite/object-index.ts';
import { memoryDatabase } from '../../../support/database.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OBJECT = { kind: 'fs', id: 'ab'.repeat(20) } as const;
const withCode = (code: string) => Object.assign(new Error(code), { code });
const READ_ONLY = { code: 'library-read-only', detail: { value: LIBRARY, reason: 'storage-failed' } };

describe('the health of a library', () => {
  it.each([
    ['ENOSPC', 'disk-full'],
    ['EBUSY', 'busy'],
  ])('passes %s, after which writing goes on', (code, refusal) => {
    const health = new LibraryHealth(LIBRARY);
    expect(health.judge(withCode(code))).toMatchObject({ code: refusal });
    expect(health.hasFailed).toBe(false);
    health.assertWritable();
  });

  it.each([
    ['something else', withCode('EIO')],
    ['a full disk, when it is unknown what is durable', new NotDurable(withCode('ENOSPC'))],
  ])('ends with %s, for good', (_what, cause) => {
    const health = new LibraryHealth(LIBRARY);
    const first = health.judge(cause);
    expect(first).toMatchObject(READ_ONLY);
    expect([health.fail(withCode('EIO')), health.hasFailed]).toEqual([first, true]);
    expect(() => health.assertWritable()).toThrow(first);
  });

  it('is told once when it ends, with what the disk said', () => {
    const told: DomainError[] = [];
    const health = new LibraryHealth(LIBRARY, (error) => told.push(error));
    for (const code of ['EIO', 'EROFS']) health.judge(new NotDurable(withCode(code)));
    expect(told.map(({ cause }) => cause)).toEqual([withCode('EIO')]);
  });

  it('leaves refusals as they are, and failed removals too unless it is unknown whether they are durable', () => {
    const health = new LibraryHealth(LIBRARY);
    const refusal = new DomainError('quota-exceeded');
    const held = withCode('EIO');
    expect([health.judge(refusal), health.judgeRemoval(held), health.hasFailed]).toEqual([
      refusal,
      held,
      false,
    ]);
    expect(health.judgeRemoval(new NotDurable(held))).toMatchObject(READ_ONLY);
  });
});

describe('the state of a library', () => {
  function stateOf() {
    const index = createObjectIndex(memoryDatabase());
    return { index, state: new LibraryState(LIBRARY, index, () => undefined) };
  }

  it('has a number from the first object on, the same for whoever opens it next', () => {
    const { index, state } = stateOf();
    expect([state.storeKey, state.find(OBJECT)]).toEqual([null, null]);
    const storeKey = state.claimStoreKey();
    expect([state.claimStoreKey(), state.storeKey]).toEqual([storeKey, storeKey]);
    expect(new LibraryState(LIBRARY, index, () => undefined).storeKey).toBe(storeKey);
  });

  it('finds nothing and takes nothing once the library is gone', () => {
    const { index, state } = stateOf();
    const place = { pack: 1, offset: 48, storedBytes: 1, encoding: 'raw', sizeBytes: 1 } as const;
    const row = { ...OBJECT, ...place, storedAtSeconds: 1, sha256: null };
    index.record(state.claimStoreKey(), { rows: [row], touches: [], repaired: [] });
    expect(state.find(OBJECT)).toEqual(row);
    state.forget();
    state.claimStoreKey();
    expect([state.isRemoved, state.storeKey, state.find(OBJECT)]).toEqual([true, null, null]);
    expect(() => state.assertWritable()).toThrow(expect.objectContaining({ code: 'library-not-found' }));
  });

  it('takes nothing once it is closed, or its health has ended', () => {
    const { state } = stateOf();
    state.assertWritable();
    const failure = state.health.fail(withCode('EIO'));
    expect(() => state.assertWritable()).toThrow(failure);
    state.assertOpen();
    state.close();
    for (const ask of [() => state.assertOpen(), () => state.assertWritable()])
      expect(ask).toThrow('The object store is closed.');
  });
});
