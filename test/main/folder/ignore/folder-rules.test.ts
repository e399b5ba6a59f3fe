import { describe, expect, it } from 'vitest';
import type { LinkedFolderId } from '../../../../src-main/core/folder/linked-folder.ts';
import { FolderRules } from '../../../../src-main/folder/ignore/folder-rules.ts';
import { IgnoreConsentRecord } from '../../../../src-main/folder/ignore/ignore-consent.ts';

describe('the rules of a folder', () => {
  it('do not take what was read before a person answered for the answer', async () => {
    const folder = {
      id: 'f1' as LinkedFolderId,
      ignoring: { agreed: '*.a', offered: '*', isTouched: false },
    };
    const consent = new IgnoreConsentRecord(folder, { setIgnoring: () => undefined });
    const rules = new FolderRules('', [], consent);
    const texts = ['*', '*.b'];
    const ignoreText = async () => {
      const text = texts.shift() ?? '';
      // Somebody saves other patterns while the file is being read.
      if (text === '*') consent.agree('*.b');
      return text;
    };
    await rules.update({ ignoreText });
    expect([rules.text, consent.consent.agreed]).toEqual(['*.b', '*.b']);
  });
});
