import { expect, it } from 'vitest';
import { openFolderWarning } from '../../../src-main/app/open-folder.ts';

const ANNS = { platform: 'win32', user: 'Ann', privateFolders: ['C:\\Users\\Ann', 'D:\\Local'] } as const;

it.each([
  'C:\\Users\\Ann\\AppData\\Local\\Keepfold',
  'c:\\users\\ann\\x',
  'd:/local/Keepfold',
  'C:\\Users\\Ann',
])('lets a data folder in the own user folder be: %s', (dataDir) => {
  expect(openFolderWarning({ ...ANNS, dataDir })).toBe(null);
});

it.each(['D:\\Keepfold', 'C:\\Users\\Bert', 'C:\\Users\\Anne\\Keepfold', '\\\\nas\\data', 'C:\\'])(
  'warns of a data folder elsewhere on Windows: %s',
  (dataDir) => {
    expect(openFolderWarning({ ...ANNS, dataDir })).toContain(
      `icacls "${dataDir}" /inheritance:r /grant:r "Ann:(OI)(CI)F"`,
    );
  },
);

it('says nothing where the mode of the folder keeps others out', () => {
  expect(
    openFolderWarning({ dataDir: '/srv/keepfold', platform: 'linux', user: 'ann', privateFolders: [] }),
  ).toBe(null);
});
