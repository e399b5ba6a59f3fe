import { describe, expect, it } from 'vitest';
import { decideAfterCrash } from '../../../../src-main/electron/windows/crash-decision.ts';

const first = { reason: 'crashed', isErrorPage: false, lastMs: null, nowMs: 1_000_000 };

describe('a page that ended', () => {
  it.each([
    ['for the first time', {}, 'load-again'],
    ['a second time within ten minutes', { lastMs: 400_001 }, 'error-page'],
    ['a second time after ten minutes', { lastMs: 400_000 }, 'load-again'],
    ['while it was the error page', { isErrorPage: true, lastMs: 999_000 }, 'nothing'],
    ['as it should', { reason: 'clean-exit' }, 'nothing'],
  ])('%s', (_when, facts, decision) => {
    expect(decideAfterCrash({ ...first, ...facts })).toBe(decision);
  });
});
