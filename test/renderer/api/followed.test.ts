import { describe, expect, it } from 'vitest';
import { Fetched } from '../../../src-renderer/api/followed.svelte.ts';

describe('what the service answered last', () => {
  it('stays while it is fetched again, and when that fails', async () => {
    const fetched = new Fetched<string>();
    expect(await fetched.load(async () => 'first')).toBe('first');
    const failing = fetched.load(() => Promise.reject(new Error('away')));
    expect([fetched.value, fetched.problem]).toEqual(['first', null]);
    expect(await failing).toBeNull();
    expect([fetched.value, fetched.problem?.code]).toEqual(['first', 'unexpected']);
    await fetched.load(async () => 'second');
    expect([fetched.value, fetched.problem]).toEqual(['second', null]);
  });

  it('is that of the last question, however late others are answered or fail', async () => {
    const fetched = new Fetched<string>();
    const early = Promise.withResolvers<string>();
    const refused = Promise.withResolvers<string>();
    const overtaken = [early, refused].map(({ promise }) => fetched.load(() => promise));
    await fetched.load(async () => 'last');
    early.resolve('early');
    refused.reject(new Error('away'));
    expect(await Promise.all(overtaken)).toEqual([null, null]);
    expect([fetched.value, fetched.problem]).toEqual(['last', null]);
  });

  it('is forgotten with what is on its way', async () => {
    const fetched = new Fetched<string>();
    await fetched.load(async () => 'first');
    const onItsWay = fetched.load(async () => 'second');
    fetched.clear();
    expect(await onItsWay).toBeNull();
    expect(fetched.value).toBeNull();
  });
});
