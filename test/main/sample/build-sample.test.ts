import { describe, expect, it } from 'vitest';
import { buildSample } from '../../sample/build-sample.ts';
import type { SampleStep } from '../../sample/sample-step.ts';
import { sampleStory } from '../../sample/sample-story.ts';
import { CHEAP } from '../../support/account-services.ts';
import { dataFolder, openDataWorld } from '../../support/data-world.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const UNTIL = Date.parse('2026-06-01') / 1_000;
const YEAR_BEFORE = Date.parse('2025-06-01') / 1_000;
const FOUR_YEARS_BEFORE = Date.parse('2022-06-02') / 1_000;
const JONAS = { email: 'jonas@example.org', isAdmin: false };

const build = (dataDir: string, seed = 1) =>
  buildSample({ dataDir, seed, untilSeconds: UNTIL, years: 1, passwordCost: CHEAP });

const story = (seed: number) => sampleStory(seed, { fromSeconds: FOUR_YEARS_BEFORE, untilSeconds: UNTIL });

const kinds = (steps: readonly SampleStep[]) =>
  new Set(
    steps.flatMap(({ action }) =>
      action.kind === 'change' ? action.changes.map(({ op }) => op) : [action.kind],
    ),
  );

// Pictures are drawn and hundreds of commits made durable, one after the other.
const SLOW_MS = 240_000;

describe('the sample library', () => {
  it(
    'is the same for the same seed, whole, and in the past',
    async () => {
      const [folder, again] = [dataFolder(), dataFolder()];

      const built = await build(folder);

      expect(await build(again)).toEqual(built);
      expect(built.map(({ name }) => name)).toEqual(['Family photos', 'Documents', 'Workshop']);
      expect(built.reduce((sum, { commits }) => sum + commits, 0)).toBeGreaterThan(80);
      const world = await openDataWorld(folder, fakeClock(UNTIL));
      expect(world.rolledBack).toEqual([]);
      expect((await world.check({ full: true })).problems).toEqual([]);
      for (const { id, commits } of built) {
        const numbers = Array.from({ length: commits }, (_, at) => commits - at);
        const times = numbers.map(
          (seq) => world.store.tables.historyTable.findBySeq(id, seq)?.ctimeSeconds ?? 0,
        );
        expect(times).toEqual([...times].sort((a, b) => b - a));
        expect(times.at(0)).toBeLessThan(UNTIL);
        expect(times.at(0)).toBeGreaterThan(UNTIL - 90 * 86_400);
        expect(times.at(-1)).toBe(YEAR_BEFORE);
      }
      const deleted = { path: '/', showDays: 0, cursor: null, limit: 1 };
      const inTrash = await Promise.all(built.map(({ id }) => world.trash.page(JONAS, id, deleted)));
      expect(inTrash.flatMap(({ items }) => items).length).toBeGreaterThan(0);
      await world.store.close();
    },
    SLOW_MS,
  );

  it('leaves a data folder alone that holds libraries', async () => {
    const folder = dataFolder();
    const world = await openDataWorld(folder);
    await world.addLibrary('Papers');
    await world.store.close();

    await expect(build(folder)).rejects.toThrow('holds libraries already: choose a new folder.');
  });
});

describe('the story of the sample', () => {
  it('holds what people do with files: saving, renaming, deleting, bringing back and going back', () => {
    const [photos, documents] = story(1);

    expect([...kinds(photos?.steps ?? [])].sort()).toEqual(['move', 'put', 'remove', 'restore']);
    expect([...kinds(documents?.steps ?? [])].sort()).toEqual(['move', 'put', 'remove', 'restore', 'revert']);
  });

  it('is some hundred commits over four years, none of them in the future', () => {
    const moments = story(1).flatMap(({ steps }) => steps.map(({ atSeconds }) => atSeconds));

    expect(moments.length).toBeGreaterThan(300);
    expect(Math.min(...moments)).toBeLessThan(FOUR_YEARS_BEFORE + 30 * 86_400);
    expect(Math.max(...moments)).toBeLessThan(UNTIL);
    expect(Math.max(...moments)).toBeGreaterThan(UNTIL - 30 * 86_400);
  });

  it('comes from two people on three devices', () => {
    const steps = story(1).flatMap((library) => library.steps);

    expect([...new Set(steps.map(({ author }) => author))].sort()).toEqual(['jonas', 'mara']);
    expect([...new Set(steps.map(({ device }) => device))].sort()).toEqual(['desktop', 'laptop', 'phone']);
  });

  it('is another one for another seed', () => {
    const moments = (seed: number) => story(seed).flatMap(({ steps }) => steps.map((step) => step.atSeconds));

    expect(moments(2)).not.toEqual(moments(1));
  });
});
