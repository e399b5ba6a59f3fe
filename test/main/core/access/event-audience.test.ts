import { expect, it } from 'vitest';
import type { Caller } from '../../../../src-main/core/access/caller.ts';
import { isToldOf } from '../../../../src-main/core/access/event-audience.ts';
import type { ServerEvent } from '../../../../src-shared/events.ts';

const ANNA: Caller = { email: 'anna@example.com', isAdmin: false };
const ADMIN: Caller = { email: 'admin@example.com', isAdmin: true };
const OWN = { type: 'library', library_id: 'own', head_commit_id: '' } as const;

const told = (caller: Caller, ...events: readonly ServerEvent[]) =>
  events.map((event) => isToldOf(caller, event, (id) => id === 'own'));

it('a person is told of the libraries that they reach, and that the list of libraries changed', () => {
  expect(told(ANNA, OWN, { ...OWN, library_id: 'other' }, { type: 'libraries' })).toEqual([
    ...[true, false, true],
  ]);
});

it('administrators alone are told of the computer, and of every library', () => {
  const events: ServerEvent[] = [{ type: 'folders' }, { type: 'backup' }, { type: 'reach' }];
  expect(told(ANNA, ...events, { type: 'integrity' })).toEqual([false, false, false, false]);
  expect(told(ADMIN, ...events, { ...OWN, library_id: 'other' })).toEqual([true, true, true, true]);
});

it('nobody but the person, administrators included, is told of their devices and opened libraries', () => {
  const events: ServerEvent[] = [
    { type: 'devices', email: ANNA.email },
    { type: 'library-lock', library_id: 'own', email: ANNA.email },
  ];
  expect(told(ANNA, ...events)).toEqual([true, true]);
  expect(told(ADMIN, ...events)).toEqual([false, false]);
});
