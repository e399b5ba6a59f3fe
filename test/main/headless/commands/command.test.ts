import { describe, expect, it } from 'vitest';
import { limitOf, requireYes, UsageError } from '../../../../src-main/headless/commands/command.ts';

describe('a limit of rows', () => {
  it('is a whole number from 1, or what the command takes otherwise', () => {
    expect([limitOf({ limit: '7' }, 50), limitOf({ limit: undefined }, 50)]).toEqual([7, 50]);
  });

  it.each(['0', '-1', '1.5', 'many', '1e300', ''])('is not "%s"', (limit) => {
    expect(() => limitOf({ limit }, 50)).toThrow('--limit needs a whole number from 1.');
  });
});

it('what removes something says what it would do until it is told --yes', () => {
  expect(requireYes({ yes: true }, 'This removes it.')).toBeUndefined();
  expect(() => requireYes({ yes: false }, 'This removes it.')).toThrow(
    new UsageError('This removes it. Add --yes to do it, or --dry-run to look first.'),
  );
});
