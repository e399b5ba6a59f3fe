import { describe, expect, it } from 'vitest';
import { ALL_CALLS } from '../../../src-main/http/calls/all-calls.ts';
import {
  errorMessage,
  errorSentence,
  errorText,
  folderRefusalMessage,
  refusalMessage,
} from '../../../src-renderer/format/error-text.ts';
import {
  amountRefusal,
  backupRefusal,
  folderRefusal,
  pathRefusal,
  restoreRefusal,
  t,
} from '../../../src-renderer/format/errors/messages.ts';
import type { Problem } from '../../../src-renderer/format/problem.ts';
import german from '../../../src-renderer/i18n/catalogs/de.json';
import { type Messages, messages } from '../../../src-renderer/i18n/messages.ts';
import type { CallSpec } from '../../../src-shared/contract/call-spec.ts';
import type { Texts } from '../../../src-shared/message-values.ts';
import {
  amountRefusalText,
  backupRefusalText,
  folderRefusalText,
  pathRefusalText,
  restoreRefusalText,
} from '../../../src-shared/refusals.ts';

/** Whatever any call may be answered with. */
const ANYWHERE: readonly Problem['code'][] = [
  ...(['permission-denied', 'password-needed', 'throttled', 'user-inactive', 'library-not-found'] as const),
  ...([
    'library-damaged',
    'library-read-only',
    'object-missing',
    'object-corrupt',
    'disk-full',
    'busy',
  ] as const),
  ...(['unreachable', 'signed-out', 'too-much', 'misfit', 'unexpected'] as const),
];

/** Arguments that a page makes up itself, which no user can get wrong. */
const OF_PAGES = new Set([
  ...['commit', 'commit_id', 'cursor', 'dry_run', 'encrypt', 'force', 'full', 'in', 'is_active', 'is_admin'],
  ...['language'],
  ...['is_daily', 'keep', 'kind', 'library_id', 'limit', 'mode', 'number', 'order', 'other', 'parent_id'],
  ...['permission', 'platform', 'remember', 'role', 'sort', 'state', 'status', 'to_library_id', 'type'],
  ...['utc_offset', 'with_history', 'can_download', 'again', 'token', 'on', 'port', 'size'],
  ...['fresh', 'head', 'object_id', 'open_for', 'schedule'],
  ...['also', 'copy_id', 'original_id', 'pieces'],
]);

const en = t.english;
const de = german['format/errors'];

/** What the page calls. */
const calls: readonly (readonly [string, CallSpec])[] = Object.entries(ALL_CALLS).filter(([call]) =>
  call.includes(' /api/local/v1/'),
);
const argumentsOf = ({ query, body }: CallSpec) => Object.keys({ ...query, ...body });

describe('every refusal that a screen can meet', () => {
  it.each(calls)('of %s has words of its own in both languages', (_call, spec) => {
    const codes: readonly Problem['code'][] = [...ANYWHERE, ...(spec.refuses ?? [])];
    const refused = [
      ...codes.filter((code) => !code.startsWith('argument-')).map((code) => ({ code })),
      ...argumentsOf(spec).flatMap((field) =>
        (['argument-invalid', 'argument-missing'] as const).map((code) => ({ code, field })),
      ),
    ];
    const texts = refused.flatMap((each) => {
      const [why, next] = errorMessage(each);
      return [en[why], en[next], de[why], de[next]];
    });
    expect(texts.length).toBeGreaterThan(60);
    expect(texts.filter((text) => !/^\S.+\.$/.test(text))).toEqual([]);
    expect(texts.filter((text) => /a value|fault of its own|eine Angabe/i.test(text))).toEqual([]);
  });

  it('names what a person gave wrong, and blames the page for all else', () => {
    const fields = new Set(calls.flatMap(([, spec]) => argumentsOf(spec)));
    const isBlamed = (field: string) => errorMessage({ code: 'argument-invalid', field })[0] === 'misfit';
    expect([...fields].filter(isBlamed).sort()).toEqual([...OF_PAGES].sort());
  });
});

describe('the words for a refusal', () => {
  it.each([
    [{ code: 'argument-invalid', field: 'names' }, 'Too many items at once. Nothing was changed.'],
    [{ code: 'argument-missing', field: 'name' }, 'The name is empty.'],
    [{ code: 'argument-invalid', field: 'email' }, 'Keepfold cannot use this e-mail address.'],
    [{ code: 'library-locked' }, 'The library is encrypted.'],
    [{ code: 'unexpected' }, 'Something went wrong in Keepfold. What it has saved is kept.'],
  ] as const)('%j say what it is', (refused, why) => {
    expect(errorText(refused).why).toBe(why);
  });
});

const inGerman = <const En extends Texts>({ area, english }: Messages<En>): Messages<En> =>
  messages(area, english, { language: 'de', catalog: german });

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
      /^There is not enough space: 5.MB more is needed\./,
    );
  });

  it('say the reason and the way out in one line, also where the code says all', () => {
    expect(errorSentence({ code: 'linked-folder-refused', reason: 'not-found', value: '/no' })).toBe(
      'This folder does not exist. Check the path.',
    );
    expect(errorSentence({ code: 'backup-away', reason: '', value: '/media/stick' })).toBe(
      'The backup folder is unavailable. Connect its disk, or create the folder first, and try again.',
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
      'Keepfold can no longer write to its data folder. Fix that, then start Keepfold again.',
    );
  });

  it('say of a folder that nobody refuses nothing', () => {
    expect(folderRefusalMessage('')).toBe('');
  });
});
