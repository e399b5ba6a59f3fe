import { completionWords } from '../completion/completion-words.ts';
import { bashCompletion, fishCompletion, powershellCompletion, zshCompletion } from '../completion/shells.ts';
import { type Command, command, UsageError } from './command.ts';

const SHELLS = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
  ['powershell', powershellCompletion],
]);

/** Prints the completion script of a shell, for users who call the command line `keepfold`. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return command({
    name: 'completion',
    args: '<bash|zsh|fish|powershell>',
    summary: 'prints what has your shell complete these commands under the name keepfold',
    example: 'completion bash > ~/.local/share/bash-completion/completions/keepfold',
    runAlone: async ({ args: [shell = ''] }) => {
      const write = SHELLS.get(shell);
      if (write === undefined)
        throw new UsageError(`"${shell}" is none of the shells ${[...SHELLS.keys()].join(', ')}.`);
      const script = write(completionWords(commands()));
      return { json: { shell, script }, text: script.trimEnd() };
    },
  });
}
