import { describe, expect, it } from 'vitest';
import { ALL_CALLS } from '../../../src-main/http/calls/all-calls.ts';
import { errorMessage, errorText } from '../../../src-renderer/format/error-text.ts';
import { t } from '../../../src-renderer/format/errors/messages.ts';
import type { Problem } from '../../../src-renderer/format/problem.ts';
import german from '../../../src-renderer/i18n/catalogs/de.json';
import type { CallSpec } from '../../../src-shared/contract/call-spec.ts';

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

/** Arguments that a page makes up, which no person can give wrong. */
const OF_PAGES = new Set([
  ...['commit', 'commit_id', 'cursor', 'dry_run', 'encrypt', 'force', 'full', 'in', 'is_active', 'is_admin'],
  ...['is_daily', 'keep', 'kind', 'library_id', 'limit', 'mode', 'number', 'order', 'other', 'parent_id'],
  ...['permission', 'platform', 'remember', 'role', 'sort', 'state', 'status', 'to_library_id', 'type'],
  ...['utc_offset', 'with_history', 'can_download', 'again', 'token'],
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
    [
      { code: 'argument-invalid', field: 'names' },
      'These are too many items at once, so nothing was changed.',
    ],
    [{ code: 'argument-missing', field: 'name' }, 'The name is empty.'],
    [{ code: 'argument-invalid', field: 'email' }, 'This is no e-mail address that Keepfold can use.'],
    [{ code: 'library-locked' }, 'The library is encrypted.'],
    [{ code: 'unexpected' }, 'Something went wrong in Keepfold. What it has saved is kept.'],
  ] as const)('%j say what it is', (refused, why) => {
    expect(errorText(refused).why).toBe(why);
  });
});
