import { describe, expect, it } from 'vitest';
import { outcomeOf, outcomeWithin } from '../../../../src-main/app/self-test/parts.ts';

describe('the outcome of an attempt', () => {
  it('is what was found', async () => {
    expect(await outcomeOf(() => 'found')).toEqual({ ok: true, detail: 'found' });
    expect(await outcomeWithin(1_000, async () => 'found')).toEqual({ ok: true, detail: 'found' });
  });

  it('is the first line of what was thrown, with a code that it does not name', async () => {
    const error = Object.assign(new Error('cannot load\nRequire stack:\n- /x'), {
      code: 'ERR_DLOPEN_FAILED',
    });
    const thrown = () => {
      throw error;
    };
    expect(await outcomeOf(thrown)).toEqual({ ok: false, detail: 'cannot load (ERR_DLOPEN_FAILED)' });
    const named = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    expect(await outcomeOf(() => Promise.reject(named))).toEqual({
      ok: false,
      detail: 'EACCES: permission denied',
    });
  });

  it('is bad for what does not end', async () => {
    expect(await outcomeWithin(10, () => new Promise(() => undefined))).toEqual({
      ok: false,
      detail: 'did not end within 0.01 s',
    });
  });
});
