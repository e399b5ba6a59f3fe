import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  kindWarnings,
  placeWarnings,
  syncProgramOf,
} from '../../../../src-main/folder/control/place-warnings.ts';
import { diskKindOf } from '../../../../src-main/folder/disk/disk-kind.ts';
import { inEnglish } from '../../../../src-shared/service-words.ts';
import { HAS_MODES } from '../../../support/file-modes.ts';
import { type Place, temporaryPlace } from '../../../support/folder-world.ts';

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
