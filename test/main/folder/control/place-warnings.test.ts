import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  kindWarnings,
  placeWarnings,
  syncProgramOf,
} from '../../../../src-main/folder/control/place-warnings.ts';
import { diskKindOf, fsTypeOfNumber, mountOf } from '../../../../src-main/folder/disk/disk-kind.ts';
import { inEnglish } from '../../../../src-shared/service-words.ts';
import { HAS_MODES } from '../../../support/file-modes.ts';
import { type Place, temporaryPlace } from '../../../support/folder-world.ts';

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

describe('the kind of a disk', () => {
  it.each([
    ['ext4', 0, ''],
    ['btrfs', 0, ''],
    ['nfs4', 1, 'network disk (nfs4)'],
    ['cifs', 1, 'network disk (cifs)'],
    ['fuse.sshfs', 1, 'network disk (fuse.sshfs)'],
    ['tmpfs', 1, 'in memory (tmpfs)'],
    ['exfat', 1, 'no hard links'],
    ['vfat', 1, 'this disk (vfat)'],
  ])('%s gives %i warnings: %s', (fsType, count, words) => {
    const warnings = kindWarnings(diskKindOf(fsType));
    expect(warnings).toHaveLength(count);
    expect(warnings.map((said) => inEnglish(said)).join()).toContain(words);
  });
});

describe('a mark of another sync program', () => {
  it.each([
    ['.dropbox', 'Dropbox'],
    ['.stfolder', 'Syncthing'],
    ['.seafile-data', 'Seafile'],
    ['.849C9593-D756-4E56-8D6E-42412F2A707B', 'OneDrive'],
    ['.photo.jpg.icloud', 'iCloud Drive'],
    ['.tmp.driveupload', 'Google Drive'],
    ['._sync_12ab.db', 'Nextcloud or ownCloud'],
    ['.sync_12ab.db', 'Nextcloud or ownCloud'],
    ['.synced', null],
    ['dropbox', null],
    ['notes.icloud', null],
  ])('is told by its name: %s', (name, program) => {
    expect(syncProgramOf(name)).toBe(program);
  });
});

describe('a place', () => {
  let place: Place;
  beforeEach(() => {
    place = temporaryPlace();
  });

  const about = async (path: string, word: string) =>
    (await placeWarnings(path)).map((said) => inEnglish(said)).filter((warning) => warning.includes(word));

  it('is warned of when another program syncs it, or something around it', async () => {
    const inside = join(place.root, 'deep', 'er');
    mkdirSync(inside, { recursive: true });
    expect(await about(inside, 'syncs')).toEqual([]);
    mkdirSync(join(place.root, '.stfolder'));
    expect(await about(inside, 'syncs')).toEqual([
      "Syncthing syncs this place already; two programs that change the same files get in each other's way",
    ]);
    const named = join(place.root, 'Dropbox (Work)');
    mkdirSync(named);
    expect(await about(named, '"Dropbox (Work)" looks like')).toHaveLength(1);
  });

  it.skipIf(!HAS_MODES)(
    'is warned of when nothing can be written there, and nothing is written to find out',
    async () => {
      writeFileSync(join(place.root, 'a.txt'), 'a');
      expect(await about(place.root, 'may not write')).toEqual([]);
      chmodSync(place.root, 0o555);
      onTestFinished(() => chmodSync(place.root, 0o755));
      const isRoot = process.getuid?.() === 0;
      expect(await about(place.root, 'may not write')).toHaveLength(isRoot ? 0 : 1);
    },
  );
});
