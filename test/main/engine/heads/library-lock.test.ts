import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createLibraryLock } from '../../../../src-main/engine/heads/library-lock.ts';

const ONE = '11111111-1111-4111-8111-111111111111' as LibraryId;
const TWO = '22222222-2222-4222-8222-222222222222' as LibraryId;

describe('the lock of a library', () => {
  it('lets one task run at a time, in the order of the calls', async () => {
    const lock = createLibraryLock();
    const steps: string[] = [];
    const task = (name: string) => async () => {
      steps.push(`${name} begins`);
      await Promise.resolve();
      steps.push(`${name} ends`);
      return name;
    };
    const results = await Promise.all(['a', 'b', 'c'].map((name) => lock(ONE, task(name))));
    expect(results).toEqual(['a', 'b', 'c']);
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('keeps nobody waiting behind another library', async () => {
    const lock = createLibraryLock();
    const never = Promise.withResolvers<void>();
    const stuck = lock(ONE, () => never.promise);
    expect(await lock(TWO, async () => 'done')).toBe('done');
    never.resolve();
    await stuck;
  });

  it('goes on after a task that failed, whose caller alone hears of it', async () => {
    const lock = createLibraryLock();
    const failed = lock(ONE, async () => {
      throw new Error('broken');
    });
    const next = lock(ONE, async () => 'done');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
