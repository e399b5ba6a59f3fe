import { describe, expect, it } from 'vitest';
import { SAMPLE_DAYS, sampleStory } from '../../../../src-main/usecases/libraries/sample-story.ts';

describe('what a sample tells', () => {
  it('is small, and has as many steps in each language', () => {
    const [english, german] = [sampleStory('en', 1e9, 'a@b.c'), sampleStory('de', 1e9, 'a@b.c')];
    expect(german.map(({ changes }) => changes.length)).toEqual(english.map(({ changes }) => changes.length));
    const bytes = english
      .flatMap(({ changes }) => changes)
      .reduce((sum, change) => sum + (change.op === 'put' ? change.content.length : 0), 0);
    expect(bytes).toBeLessThan(250_000);
  });

  it('goes on for six weeks up to some hours ago, in order', () => {
    const times = sampleStory('en', 1e9, 'a@b.c').map(({ atSeconds }) => atSeconds);
    expect(times[0]).toBe(1e9 - SAMPLE_DAYS * 86_400);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBe(1e9 - 34_560);
  });

  it('has a conflict with who lost it in the name, as programs name it', () => {
    const paths = sampleStory('en', 1e9, 'a@b.c').flatMap(({ changes }) =>
      changes.flatMap((change) => (change.op === 'put' ? [change.path] : [])),
    );
    expect(paths.filter((path) => path.includes('SFConflict'))).toEqual([
      expect.stringMatching(/^\/Trip\/Plan \(SFConflict a@b\.c 2001-09-0\d-\d\d-\d\d-\d\d\)\.md$/),
    ]);
  });
});
