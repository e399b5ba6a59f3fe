import { describe, expect, it } from 'vitest';
import { hasTray } from '../../../../src-main/electron/tray/status-notifier.ts';

describe('a tray', () => {
  it.each(['darwin', 'win32'] as const)('is always there on %s', async (platform) => {
    expect(await hasTray({ env: {}, platform })).toBe(true);
  });

  it('is not there on Linux without a bus', async () => {
    expect(await hasTray({ env: {}, platform: 'linux' })).toBe(false);
  });
});
