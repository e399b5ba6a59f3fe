import { describe, expect, it } from 'vitest';
import { checkDevice, deviceOfName } from '../../../../src-main/core/access/device.ts';

const LAPTOP = {
  platform: 'linux',
  deviceId: 'a'.repeat(40),
  deviceName: 'laptop',
  clientVersion: '9.0.5',
  platformVersion: '',
};

describe('a device', () => {
  it('is kept with its name cut to 40 characters', () => {
    expect(checkDevice({ ...LAPTOP, deviceName: 'é'.repeat(41) }).deviceName).toBe('é'.repeat(40));
  });

  it.each([
    ['linux', 'a'.repeat(39)],
    ['windows', 'a'.repeat(41)],
    ['mac', `${'a'.repeat(39)}\u0000`],
    ['android', 'g'],
    ['android', 'a'.repeat(17)],
    ['ios', 'a'.repeat(35)],
  ])('of platform %s with the id %j is refused', (platform, deviceId) => {
    expect(() => checkDevice({ ...LAPTOP, platform, deviceId })).toThrow('device_id');
  });

  it('of an unknown platform is refused', () => {
    expect(() => checkDevice({ ...LAPTOP, platform: 'toaster' })).toThrow('platform');
  });

  it('that has a name only is the same one for the same name, and another for another', () => {
    const script = deviceOfName({ name: ' nightly script ', platform: 'linux' });
    expect(script).toEqual({
      ...{ platform: 'linux', deviceName: 'nightly script', clientVersion: '', platformVersion: '' },
      deviceId: deviceOfName({ name: 'nightly script', platform: 'linux' }).deviceId,
    });
    expect(script.deviceId).toMatch(/^[0-9a-f]{40}$/);
    expect(deviceOfName({ name: 'other', platform: 'linux' }).deviceId).not.toBe(script.deviceId);
  });

  it.each(['', '  ', 'é'.repeat(41), 'a\u0007b'])('cannot have the name %j alone', (name) => {
    expect(() => deviceOfName({ name, platform: 'linux' })).toThrow('device');
  });
});
