import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import { describeError } from '../../../../src-main/folder/control/linked-folder-errors.ts';
import { inEnglish } from '../../../../src-shared/service-words.ts';

describe('why a folder is in error', () => {
  it.each(['storage-failed', 'journal-failed'])(
    'says what to do when the disk of the library failed (%s)',
    (reason) => {
      expect(inEnglish(...describeError(new DomainError('library-read-only', { reason })))).toBe(
        'The disk with the library data failed, so nothing can be written to it any more. Check that disk, then start Keepfold again.',
      );
    },
  );

  it('says that a library is read-only when somebody made it so', () => {
    expect(describeError(new DomainError('library-read-only', { value: 'one' }))).toEqual([
      { code: 'libraryReadOnly', values: {} },
    ]);
  });

  it('says that a library is no longer shared with the account', () => {
    const denied = new DomainError('permission-denied', { value: '53602368-5679-48e5-93a8-f234b9ef24a6' });
    expect(inEnglish(...describeError(denied))).toBe(
      'The account that linked this folder has no access to the library any more.',
    );
  });
});
