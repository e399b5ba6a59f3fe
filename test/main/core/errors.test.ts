import BetterSqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { DomainError, passingRefusal } from '../../../src-main/core/errors.ts';

it('a refusal says what it is about in its message too, which is what logs have', () => {
  const cause = new Error('EIO');
  const error = new DomainError('disk-full', { value: '/a' }, cause);
  expect(error).toMatchObject({ name: 'DomainError', code: 'disk-full', detail: { value: '/a' }, cause });
  expect(error.message).toBe('disk-full {"value":"/a"}');
  expect(new DomainError('disk-full').detail).toEqual({});
});

const systemError = (code: string) => Object.assign(new Error(code), { code });

describe('an error of the system that passes by itself', () => {
  it('is told as a full disk or a busy server', () => {
    expect(passingRefusal(systemError('ENOSPC'))?.code).toBe('disk-full');
    expect(passingRefusal(systemError('EMFILE'))?.code).toBe('busy');
    expect(passingRefusal(systemError('EBUSY'))?.code).toBe('busy');
    expect(passingRefusal(systemError('EMFILE'))?.detail).toEqual({ retryAfterSeconds: 1 });
  });

  it('is known as the database says it', () => {
    const db = new BetterSqlite(':memory:');
    db.exec('PRAGMA max_page_count = 2; CREATE TABLE full (bytes BLOB)');
    let refused: unknown;
    try {
      db.exec('INSERT INTO full VALUES (zeroblob(100000))');
    } catch (error) {
      refused = error;
    }
    expect(passingRefusal(refused)?.code).toBe('disk-full');
  });

  it('is not made of other errors', () => {
    expect(passingRefusal(systemError('EIO'))).toBeNull();
    expect(passingRefusal(systemError('toString'))).toBeNull();
    expect(passingRefusal(new Error('ENOSPC'))).toBeNull();
  });
});
