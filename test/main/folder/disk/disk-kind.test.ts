import { describe, expect, it } from 'vitest';
import { fsTypeOfNumber, mountOf } from '../../../../src-main/folder/disk/disk-kind.ts';

const MOUNTS = [
  '22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw',
  '30 22 0:26 / /home/ann/net rw,relatime shared:9 - nfs4 server:/export rw,vers=4.2',
  '31 22 8:17 / /media/ann/USB\\040stick rw,nosuid shared:10 - vfat /dev/sdb1 rw',
  '32 22 0:27 / /home/ann/far rw - fuse.sshfs ann@far: rw',
  '33 31 0:28 / /media/ann/USB\\040stick/memory rw - tmpfs tmpfs rw',
  '',
].join('\n');

describe('the disk of a path', () => {
  it.each([
    ['/home/ann/papers', 'ext4', '254:0'],
    ['/home/ann/net', 'nfs4', '0:26'],
    ['/home/ann/network', 'ext4', '254:0'],
    ['/home/ann/far/away', 'fuse.sshfs', '0:27'],
    ['/media/ann/USB stick/photos', 'vfat', '8:17'],
    ['/media/ann/USB stick/memory/x', 'tmpfs', '0:28'],
  ])('of %s is %s', (path, fsType, device) => {
    expect(mountOf(MOUNTS, path)).toMatchObject({ fsType, device });
  });

  it('is not known without mounts', () => {
    expect(mountOf('', '/home')).toBe(null);
  });

  it('has a name by its number, where it matters', () => {
    expect([0x6969, 0xff534d42, -11317950, 0x4d44, 0xef53].map(fsTypeOfNumber)).toEqual([
      'nfs',
      'cifs',
      'cifs',
      'vfat',
      '',
    ]);
  });
});
