import type { KnownFailure } from './judged.ts';

/** Wine makes none, and says that it has. */
const WITHOUT_LINKS: Readonly<Record<string, readonly string[]>> = {
  'test/main/app/data-dir.test.ts': ['opening a data folder is refused where a link leads nowhere'],
  'test/main/folder/export/disk.test.ts': [
    'writing from a library to this computer refuses a place among its own data, however it is called',
  ],
  'test/main/folder/control/ignore-rules.test.ts': [
    'the patterns of a folder never go where a link leads, nor where the folder is not',
  ],
  'test/main/folder/disk/open-folders.test.ts': [
    'a scan of a folder by names that are looked at before and after goes into a root that is reached over a link, and into no link below it',
    'the reader of a linked folder see nothing of another place while a folder is exchanged 500 times, and all of their own after it',
  ],
  'test/main/folder/disk/root-choice.test.ts': [
    'a folder that cannot be linked overlaps with what is kept: in the data folder behind a link',
    'a folder that cannot be linked overlaps with what is kept: linked already, behind a link',
  ],
  'test/main/folder/disk/safe-path.test.ts': [
    'the file system of a linked folder refuse to go through a symbolic link',
  ],
  'test/main/usecases/upkeep/backup.test.ts': [
    'a folder is refused for the backup, with nothing written when it is in the data folder or around it, also through a link',
  ],
};

/** What Wine has not got or does otherwise than Windows. */
export const KNOWN_FAILURES: readonly KnownFailure[] = [
  ...Object.entries(WITHOUT_LINKS).flatMap(([file, tests]) =>
    tests.map((test) => ({ file, test, because: 'Wine has no symbolic links' })),
  ),
  {
    file: 'test/windows/letter-case.test.ts',
    test: 'a name that changes in letter case alone changes on the disk when it did for a folder of the library',
    because: 'Wine renames a folder in one step only when more than letter case changes',
  },
];
