import { describe, expect, it } from 'vitest';
import {
  nextTry,
  problemAdvice,
  problemCause,
  problemDirection,
} from '../../../src-renderer/format/folder-problem.ts';
import { folderProblem } from '../builders.ts';

const NOW = 1_700_000_000;

describe('the words about an item that is not in step', () => {
  it('make a sentence of the cause', () => {
    expect(problemCause(folderProblem({ message: 'your account may not write here' }))).toBe(
      'Your account may not write here.',
    );
  });

  it('word by themselves what the service counts', () => {
    const offered = {
      reason: 'patterns-offered',
      values: { added: 2, removed: 1 },
      message: 'told in English',
    };
    expect(problemCause(folderProblem(offered))).toBe(
      'The library has new ignore rules: 2 added, 1 removed. They apply here only after you agree.',
    );
  });

  it('fall back to the reason that this version does not know', () => {
    const problem = folderProblem({ message: '', reason: 'moonlight' });
    expect([problemCause(problem), problemAdvice(problem)]).toEqual(['Moonlight.', '']);
  });

  it('tell which side lacks it', () => {
    expect(problemDirection(folderProblem({ direction: 'out' }))).toBe('Not in the folder yet');
    expect(problemDirection(folderProblem({ direction: 'in' }))).toBe('Not in the library yet');
  });

  it('tell when it is tried again', () => {
    expect(nextTry(folderProblem({ next_try_at: 0 }), NOW)).toBe('next try when it changes');
    expect(nextTry(folderProblem({ next_try_at: NOW - 1 }), NOW)).toBe('next try in a moment');
    expect(nextTry(folderProblem({ next_try_at: NOW + 60 }), NOW)).toMatch(/^next try /);
  });
});
