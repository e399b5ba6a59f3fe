import { describe, expect, it } from 'vitest';
import { TypedCommand } from '../../../src-main/headless/typed-command.ts';

function program(): TypedCommand {
  const top = new TypedCommand('keepfold').option('--data-dir <dir>', 'the data folder');
  const copy = top.createCommand('copy').arguments('<from> [to...]').option('--at <commit>', 'which');
  copy.action(() => undefined);
  top.addCommand(copy);
  return top;
}

const parse = (...words: string[]) => program().parse(words, { from: 'user' });

describe('a fault in what a user types', () => {
  it.each([
    ['an unknown command', ['paste'], "Unknown command 'paste'. --help says what there is."],
    [
      'an unknown option',
      ['copy', 'a', '--on'],
      "Unknown option '--on'. Usage: copy <from> [to]…; --help says more.",
    ],
    [
      'a missing word',
      ['copy'],
      "Missing required argument 'from'. Usage: copy <from> [to]…; --help says more.",
    ],
    [
      'an option in place of a value',
      ['copy', 'a', '--at', '--yes'],
      "Option '--at <commit>' needs a value; write --at=… for one that begins with a dash. Usage: copy <from> [to]…; --help says more.",
    ],
  ])('is told in a sentence with what helps: %s', (_what, words, message) => {
    expect(() => parse(...words)).toThrow(expect.objectContaining({ name: 'UsageError', message }));
  });

  it('is none where a value that begins with a dash is written with =, or stands after --', () => {
    expect(parse('copy', 'a', '--at=-1').commands[0]?.opts()).toEqual({ at: '-1' });
    expect(parse('copy', '--', '--at', '--yes').commands[0]?.args).toEqual(['--at', '--yes']);
  });
});

describe('help', () => {
  it('is thrown, with an example where there is one', () => {
    const top = program();
    top.example = 'keepfold copy a b';
    expect(() => top.parse(['--help'], { from: 'user' })).toThrow(
      expect.objectContaining({
        ...{ name: 'HelpShown', isAsked: true },
        text: expect.stringMatching(/^Usage: keepfold [\s\S]*\nExample:\n {2}keepfold copy a b\n$/),
      }),
    );
  });
});
