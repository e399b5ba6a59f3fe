import { describe, expect, it } from 'vitest';
import { errorSentence, errorText } from '../../../src-renderer/format/error-text.ts';
import { folderRefusalMessage, refusalMessage } from '../../../src-renderer/format/refusal-message.ts';
import {
  amountRefusal,
  backupRefusal,
  folderRefusal,
  pathRefusal,
  restoreRefusal,
} from '../../../src-renderer/format/refusals/messages.ts';
import de from '../../../src-renderer/i18n/catalogs/de.json';
import { type Messages, messages } from '../../../src-renderer/i18n/messages.ts';
import { amountRefusalText } from '../../../src-shared/amount-refusals.ts';
import { backupRefusalText } from '../../../src-shared/backup-refusals.ts';
import { folderRefusalText } from '../../../src-shared/folder-refusals.ts';
import type { Texts } from '../../../src-shared/message-values.ts';
import { pathRefusalText } from '../../../src-shared/path-refusals.ts';
import { restoreRefusalText } from '../../../src-shared/restore-refusals.ts';

const inGerman = <const En extends Texts>({ area, english }: Messages<En>): Messages<En> =>
  messages(area, english, { language: 'de', catalog: de });

const TABLES = [
  {
    code: 'linked-folder-refused',
    of: folderRefusalText,
    refusal: folderRefusal,
  },
  {
    code: 'backup-refused',
    of: backupRefusalText,
    refusal: backupRefusal,
  },
  {
    code: 'backup-unusable',
    of: restoreRefusalText,
    refusal: restoreRefusal,
  },
  {
    code: 'path-invalid',
    of: pathRefusalText,
    refusal: pathRefusal,
  },
] as const;

const ENGLISH = /\b(?:the|this|is|are|folder|choose|with|your|and)\b/i;

describe.each(TABLES)('the reasons of $code', ({ code, of, refusal }) => {
  const en: Texts = refusal.english;
  const reasons = Object.keys(en);

  it.each(reasons)('say %s in German, with what was found', (reason) => {
    const value = 'a {b} & “c”';
    const say = inGerman(refusal as Messages<Texts>) as (key: string, values: { value: string }) => string;
    const words = say(reason, { value });
    expect(words).not.toBe('');
    expect(words).not.toMatch(ENGLISH);
    expect(words.includes(value)).toBe(en[reason]?.includes('{value}'));
  });

  it.each(reasons.filter((reason) => reason !== 'no-room'))(
    'say %s in English as the service does',
    (reason) => {
      const value = 'a {b} $& “c”';
      expect(refusalMessage({ code, reason, value })).toBe(of({ reason, value }));
    },
  );

  it('are left to the words of the code where this version does not know one', () => {
    expect(refusalMessage({ code, reason: 'on-the-moon', value: 'x' })).toBe('');
    expect(refusalMessage({ code, reason: 'toString', value: 'x' })).toBe('');
    expect(refusalMessage({ code })).toBe('');
    expect(errorText({ code, reason: 'on-the-moon' })).toEqual(errorText({ code }));
  });
});

describe('refusals', () => {
  it('say how much room is missing as sizes are said everywhere', () => {
    expect(refusalMessage({ code: 'backup-refused', reason: 'no-room', value: '5000000' })).toMatch(
      /^There is too little room: 5.MB more are needed\./,
    );
  });

  it('say the reason and the way out in one line, also where the code says all', () => {
    expect(errorSentence({ code: 'linked-folder-refused', reason: 'not-found', value: '/no' })).toBe(
      'There is no such folder. Check the path.',
    );
    expect(errorSentence({ code: 'backup-away', reason: '', value: '/media/stick' })).toBe(
      'The folder for the backup is not there. Connect its disk, or make the folder first, and try again.',
    );
    expect(errorSentence({ code: 'password-wrong' })).toBe(
      'The password does not open this library. Check the spelling and try again.',
    );
  });

  it('say of too much at once how it is done bit by bit', () => {
    const said = inGerman(amountRefusal)('too-many-files');
    expect(said).toMatch(/Geh Ordner für Ordner vor/);
    expect(errorSentence({ code: 'argument-invalid', field: 'head', reason: 'too-many-files' })).toBe(
      amountRefusalText('too-many-files'),
    );
  });

  it('say of a disk that failed what holds for everything', () => {
    expect(errorSentence({ code: 'library-read-only', reason: 'storage-failed', value: 'id' })).toBe(
      'The data folder cannot be written to any more. Mend that, then start Keepfold again.',
    );
  });

  it('say of a folder that nobody refuses nothing', () => {
    expect(folderRefusalMessage('')).toBe('');
  });
});
