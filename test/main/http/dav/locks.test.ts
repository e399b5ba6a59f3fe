import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import {
  DAV_LOCK_MAX_SECONDS,
  DAV_LOCKS_MAX,
  DAV_LOCKS_MAX_PER_PERSON,
} from '../../../../src-main/core/limits.ts';
import { Locks } from '../../../../src-main/http/dav/locks.ts';
import { fakeClock } from '../../../support/fake-clock.ts';

const LIBRARY = '7c6b2a8e-0000-4000-8000-000000000001' as LibraryId;
const asked = (path: string, more: object = {}) => ({
  ...{ at: { libraryId: LIBRARY, path }, person: 'anna@example.com', isExclusive: true, isDeep: true },
  ...{ ownerXml: '', href: path, seconds: 60, ...more },
});

it('locks end with their time, whatever the clock does, and go on when that is asked for', () => {
  const clock = fakeClock();
  const locks = new Locks(clock);
  const [made, other] = [locks.add(asked('/a')), locks.add(asked('/b'))];
  clock.advance(59);
  expect(locks.secondsLeft(locks.refresh(made, DAV_LOCK_MAX_SECONDS))).toBe(3600);
  clock.advance(1);
  expect([locks.on(other.at), locks.on(made.at).length]).toEqual([[], 1]);
  clock.advance(-7_200);
  expect(locks.on(made.at)).toEqual([]);
});

it('locks cover what is below when they are deep, and are found from above', () => {
  const locks = new Locks(fakeClock());
  locks.add(asked('/a'));
  locks.add(asked('/c', { isDeep: false }));
  const covering = (path: string) => locks.covering({ libraryId: LIBRARY, path }).map(({ at }) => at.path);
  expect([covering('/a'), covering('/a/b/c'), covering('/ab'), covering('/c/d')]).toEqual([
    ['/a'],
    ['/a'],
    [],
    [],
  ]);
  const below = (path: string) => locks.below({ libraryId: LIBRARY, path }).map(({ at }) => at.path);
  expect([below('/'), below('/a')]).toEqual([['/a', '/c'], []]);
  locks.removeTree({ libraryId: LIBRARY, path: '/' });
  expect(below('/')).toEqual([]);
});

it('there are so many locks of one person, and so many in all, until some end', () => {
  const clock = fakeClock();
  const locks = new Locks(clock);
  for (let at = 0; at < DAV_LOCKS_MAX_PER_PERSON; at++) locks.add(asked(`/${at}`));
  expect(() => locks.add(asked('/more'))).toThrow('busy');
  const people = DAV_LOCKS_MAX / DAV_LOCKS_MAX_PER_PERSON;
  expect(people).toBe(10);
  locks.add(asked('/of-ben', { person: 'ben@example.com' }));
  clock.advance(60);
  locks.add(asked('/more'));
});
