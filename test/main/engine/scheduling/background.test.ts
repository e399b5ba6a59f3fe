import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { every, guarded, noteIfWritable } from '../../../../src-main/engine/scheduling/background.ts';

describe('work that nobody waits for', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('tells its faults, thrown or rejected, and throws none', async () => {
    const faults: unknown[] = [];
    const note = (fault: unknown) => void faults.push(fault);
    guarded(() => {
      throw new Error('disk I/O error');
    }, note)();
    guarded(async (what: string) => Promise.reject(new Error(what)), note)('disk full');
    await vi.advanceTimersByTimeAsync(0);
    expect(faults).toEqual([new Error('disk I/O error'), new Error('disk full')]);
  });

  it('is done again after it failed, until that is ended', async () => {
    const faults: unknown[] = [];
    let times = 0;
    const end = every(
      1000,
      () => {
        times += 1;
        throw new Error(`no ${times}`);
      },
      (fault) => faults.push(fault),
    );
    await vi.advanceTimersByTimeAsync(2000);
    end();
    await vi.advanceTimersByTimeAsync(5000);
    expect(faults).toEqual([new Error('no 1'), new Error('no 2')]);
  });
});

describe('a note that may be left out', () => {
  it('is left out where the database refuses it, and for no other reason', () => {
    const refused = (error: Error) => () =>
      noteIfWritable(() => {
        throw error;
      });
    const readOnly = Object.assign(new Error('attempt to write a readonly database'), {
      code: 'SQLITE_READONLY',
    });
    expect(refused(readOnly)).not.toThrow();
    expect(refused(new TypeError('no such table'))).toThrow('no such table');
  });
});
