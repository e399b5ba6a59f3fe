import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { Dirent } from '../../../../src-main/core/objects/dir-object.ts';
import { checkConditions, etagOf, requireUnlocked } from '../../../../src-main/http/dav/conditions.ts';
import { Locks } from '../../../../src-main/http/dav/locks.ts';
import type { FoundPlace } from '../../../../src-main/http/dav/places.ts';
import type { Visit } from '../../../../src-main/http/dav/visit.ts';
import { fakeClock } from '../../../support/fake-clock.ts';

const LIBRARY = '7c6b2a8e-0000-4000-8000-000000000001' as LibraryId;
const ID = 'f'.repeat(40);
const FILE = { kind: 'file', id: ID, name: 'a.txt', mtimeSeconds: 1_700_000_000 } as Dirent;
const FOLDER = { ...FILE, kind: 'dir' } as Dirent;

function world(headers: Readonly<Record<string, string>> = {}) {
  const locks = new Locks(fakeClock());
  const visit = { request: { headers }, locks, caller: { email: 'anna@example.com' } } as unknown as Visit;
  const lock = (path: string, more: object = {}) =>
    locks.add({
      ...{ at: { libraryId: LIBRARY, path }, person: 'anna@example.com', isExclusive: true, isDeep: true },
      ...{ ownerXml: '', href: path, seconds: 60, ...more },
    });
  const found = (item: Dirent | null) =>
    ({ item, path: '/a.txt', drive: { view: { library: { id: LIBRARY } } } }) as unknown as FoundPlace;
  /** What has to hold still then, or the status of the refusal. */
  const check = (item: Dirent | null) =>
    checkConditions(visit, found(item)).then(
      ({ expects }) => expects,
      (error: unknown) => (error as { status: number }).status,
    );
  return { visit, lock, check };
}

const expected = (headers: Readonly<Record<string, string>>, item: Dirent | null) =>
  world(headers).check(item);

describe('conditions of a request', () => {
  it('bind a change to the file that they name, or to none', async () => {
    expect(await expected({}, FILE)).toBeUndefined();
    expect(await expected({ 'if-match': `"${ID}"` }, FILE)).toBe(ID);
    expect(await expected({ 'if-match': `"x", "${ID}"` }, FILE)).toBe(ID);
    expect(await expected({ 'if-match': '*' }, FILE)).toBeUndefined();
    expect(await expected({ 'if-none-match': '*' }, null)).toBeNull();
    expect(await expected({ if: `(["${ID}"])` }, FILE)).toBe(ID);
  });

  it('that do not hold are refused', async () => {
    for (const [headers, item] of [
      [{ 'if-match': '"x"' }, FILE],
      [{ 'if-match': `W/"${ID}"` }, FILE],
      [{ 'if-match': '*' }, null],
      [{ 'if-match': `"${ID}"` }, FOLDER],
      [{ 'if-none-match': '*' }, FOLDER],
      [{ 'if-none-match': `"${ID}"` }, FILE],
      [{ 'if-unmodified-since': 'Tue, 14 Nov 2023 22:13:19 GMT' }, FILE],
      [{ if: '(["x"])' }, FILE],
      [{ if: '(<urn:uuid:unknown>)' }, FILE],
    ] as const)
      expect([headers, await expected(headers, item)]).toEqual([headers, 412]);
    expect(await expected({ 'if-unmodified-since': 'Tue, 14 Nov 2023 22:13:20 GMT' }, FILE)).toBeUndefined();
    expect(await expected({ if: 'nonsense' }, FILE)).toBe(400);
  });

  it('by If hold as soon as one of their lists does', async () => {
    expect(await expected({ if: `(["x"]) (Not ["x"])` }, FILE)).toBe(ID);
    const headers: Record<string, string> = {};
    const { lock, check } = world(headers);
    headers['if'] = `(<${lock('/').token}>)`;
    expect(await check(FILE)).toBeUndefined();
  });
});

describe('a lock', () => {
  it('lets only its person change what it covers, who shows it', () => {
    const { visit, lock } = world();
    const { token } = lock('/docs');
    const change =
      (path: string, tokens: readonly string[] = []) =>
      () =>
        requireUnlocked(visit, new Set(tokens), [{ at: { libraryId: LIBRARY, path } }]);
    expect(change('/docs/a')).toThrow('lock-token-submitted');
    expect(change('/docs/a', ['other'])).toThrow('lock-token-submitted');
    expect(change('/docs/a', [token])).not.toThrow();
    expect(change('/other')).not.toThrow();
    const { token: hers } = lock('/hers', { person: 'berta@example.com' });
    expect(change('/hers', [hers])).toThrow('lock-token-submitted');
  });

  it('holds a folder’s names, and what lies in a tree that goes', () => {
    const { visit, lock } = world();
    lock('/docs', { isDeep: false });
    lock('/pile/deep/a.txt');
    const change = (path: string, more: object) => () =>
      requireUnlocked(visit, new Set(), [{ at: { libraryId: LIBRARY, path }, ...more }]);
    expect(change('/docs/a', {})).not.toThrow();
    expect(change('/docs/a', { changesParent: true })).toThrow('lock-token-submitted');
    expect(change('/pile', {})).not.toThrow();
    expect(change('/pile', { isTree: true })).toThrow('lock-token-submitted');
  });
});

it('only files have a tag', () => {
  expect([etagOf(FILE), etagOf(FOLDER), etagOf(null)]).toEqual([`"${ID}"`, null, null]);
});
