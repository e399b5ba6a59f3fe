import { describe, expect, it } from 'vitest';
import { dataDirUnusable, noRoomToStart, StartError } from '../../../src-main/app/start-error.ts';
import { said } from '../../../src-shared/service-words.ts';

const failure = (code: string) => Object.assign(new Error(`it failed: ${code}`), { code });

describe('a start that is refused', () => {
  it.each([
    ['data-dir-unusable', 3],
    ['data-dir-in-use', 4],
    ['port-taken', 5],
    ['certificate-unusable', 6],
  ] as const)('for %s ends the process with %i', (refusal, exitCode) => {
    expect(new StartError(refusal, 'why').exitCode).toBe(exitCode);
  });

  it('keeps the code of its words, for those who say them in another language', () => {
    const coded = new StartError('data-dir-in-use', said('folderInUse', { what: '/data' }));
    expect(coded.message).toBe('The data folder /data is in use by another Keepfold.');
    expect(coded.said).toEqual({ code: 'folderInUse', values: { what: '/data' } });
    expect(new StartError('data-dir-in-use', 'why').said).toBeNull();
  });
});

describe('a data folder that cannot be used', () => {
  it.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'])('is on a full disk: %s', (code) => {
    const words =
      'The disk with the data folder /data is full. Free some space on it, then start Keepfold again.';
    expect(noRoomToStart('/data', failure(code))).toMatchObject({ message: words, exitCode: 3 });
    expect(dataDirUnusable('/data', failure(code), String)).toMatchObject({ message: words, exitCode: 3 });
  });

  it('is told with what failed where that is something else', () => {
    const cause = failure('EACCES');
    expect(noRoomToStart('/data', cause)).toBeNull();
    expect(dataDirUnusable('/data', cause, (reason) => `No: ${reason}`)).toMatchObject({
      ...{ message: 'No: it failed: EACCES', exitCode: 3, cause },
    });
  });
});
