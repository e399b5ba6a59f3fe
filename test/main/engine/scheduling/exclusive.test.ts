import { describe, expect, it } from 'vitest';
import { Exclusive } from '../../../../src-main/engine/scheduling/exclusive.ts';
import { refusalOf } from '../../../support/account-services.ts';

const BUSY = { code: 'busy', detail: { retryAfterSeconds: 7 } };

describe('exclusive work', () => {
  it('refuses other work until it is over, however it ends', async () => {
    const exclusive = new Exclusive(7);
    const { promise, reject } = Promise.withResolvers<never>();
    const running = exclusive.run(() => promise);
    expect(exclusive.isTaken()).toBe(true);
    expect(await refusalOf(() => exclusive.run(async () => 1))).toMatchObject(BUSY);
    reject(new Error('broken'));
    await expect(running).rejects.toThrow('broken');
    expect(await exclusive.run(async () => 1)).toBe(1);
  });

  it('is of one key', async () => {
    const exclusive = new Exclusive(7);
    const release = exclusive.take('a');
    expect(await refusalOf(() => exclusive.take('a'))).toMatchObject(BUSY);
    expect(await exclusive.run(async () => 1, 'b')).toBe(1);
    release();
    expect(exclusive.isTaken('a')).toBe(false);
  });
});
