import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../../src-main/headless/program.ts';

describe('a command line', () => {
  it('has its command, words and options, and flags that were not given are false', () => {
    const { command, ...typed } = parseCommandLine(['library', 'delete', 'Papers', '--yes', '--json']);
    expect(command.name).toBe('library delete');
    expect(typed).toEqual({
      ...{ args: ['Papers'], options: { yes: true, 'dry-run': false } },
      ...{ isJson: true, dataDir: undefined },
    });
  });

  it('takes what all commands take before the command as well as after it', () => {
    expect(parseCommandLine(['--data-dir', '/data', 'status']).dataDir).toBe('/data');
    expect(parseCommandLine(['status', '--data-dir=/data']).dataDir).toBe('/data');
  });

  it.each([
    [[], 'Usage: npm run --silent cli -- '],
    [['library'], 'library list'],
    [['gc', '--help'], 'Usage: npm run --silent cli -- gc '],
  ])('shows help for %j', (argv, text) => {
    expect(() => parseCommandLine(argv)).toThrow(
      expect.objectContaining({ name: 'HelpShown', text: expect.stringContaining(text) }),
    );
  });
});
