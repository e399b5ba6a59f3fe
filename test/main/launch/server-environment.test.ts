import { describe, expect, it } from 'vitest';
import { serverEnvironment } from '../../../resources/launch/server-environment.mjs';

describe('the environment of a server', () => {
  it('asks the C library for one heap, whose free end is given back', () => {
    expect(serverEnvironment({ HOME: '/home/anna' })).toMatchObject({
      HOME: '/home/anna',
      MALLOC_ARENA_MAX: '1',
      MALLOC_TRIM_THRESHOLD_: '131072',
    });
  });

  it('keeps what somebody set themselves', () => {
    expect(serverEnvironment({ MALLOC_ARENA_MAX: '8' })).toMatchObject({ MALLOC_ARENA_MAX: '8' });
  });
});
