import { expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';

it('the retention of new libraries is decided by administrators, and told to all pages', async () => {
  const { settings, events, libraries } = await libraryWorld();
  for (const work of [() => settings.defaultKeepDays(ANNA), () => settings.setDefaultKeepDays(ANNA, 30)])
    expect(await refusalOf(work)).toMatchObject({ code: 'permission-denied' });
  expect(settings.defaultKeepDays(ADMIN)).toBe(-1);
  settings.setDefaultKeepDays(ADMIN, 30);
  expect(settings.defaultKeepDays(ADMIN)).toBe(30);
  expect(events.at(-1)).toEqual({ type: 'libraries' });
  expect((await libraries.create(ANNA, { name: 'Papers' })).view.library.keepDays).toBe(30);
});

it('any negative number of days means for ever, and a century is the most', async () => {
  const { settings } = await libraryWorld();
  settings.setDefaultKeepDays(ADMIN, -30);
  expect(settings.defaultKeepDays(ADMIN)).toBe(-1);
  settings.setDefaultKeepDays(ADMIN, 36_500);
  expect(await refusalOf(() => settings.setDefaultKeepDays(ADMIN, 36_501))).toEqual({
    code: 'argument-invalid',
    detail: { field: 'keep_days' },
  });
  expect(settings.defaultKeepDays(ADMIN)).toBe(36_500);
});
