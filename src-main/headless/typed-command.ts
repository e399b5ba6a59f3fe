import { Command as ParsedCommand } from 'commander';
import { UsageError } from './commands/command.ts';

/** Thrown to show help, on request or because nothing else can be done. */
export class HelpShown extends Error {
  override readonly name = 'HelpShown';
  readonly text: string;
  /** False where a word is missing, so that nothing could be done. */
  readonly isAsked: boolean;

  constructor(text: string, isAsked: boolean) {
    super('help');
    this.text = text;
    this.isAsked = isAsked;
  }
}

/** A command of the parser that neither ends the process nor prints: it throws errors and help. */
export class TypedCommand extends ParsedCommand {
  /** An example of its use. */
  example = '';

  override createCommand(name?: string): TypedCommand {
    return new TypedCommand(name);
  }

  /** @throws UsageError, a sentence with the usage of the command */
  override error(message: string): never {
    const fault = message.replace(/^error: /, '').replaceAll('\n', ' ');
    const sentence = `${fault.charAt(0).toUpperCase()}${fault.slice(1)}${fault.endsWith('.') ? '' : '.'}`;
    throw new UsageError(`${sentence} ${this.#usageHint()}`);
  }

  /** @throws HelpShown */
  override help(): never {
    throw new HelpShown(this.helpInformation(), this.parent === null);
  }

  /** @throws HelpShown; UsageError where help about an unknown command is requested */
  override outputHelp(): never {
    const [word = '-'] = this.args;
    if (this.commands.length > 0 && !word.startsWith('-')) this.error(`unknown command '${word}'`);
    throw new HelpShown(this.helpInformation(), true);
  }

  override helpInformation(): string {
    const example = this.example === '' ? '' : `\nExample:\n  ${this.example}\n`;
    return `${super.helpInformation()}${example}`;
  }

  /** @throws UsageError where an option follows an option that needs a value */
  override parseOptions(argv: string[]) {
    const end = argv.indexOf('--');
    const words = end === -1 ? argv : argv.slice(0, end);
    for (const [index, word] of words.entries()) {
      const option = this.options.find(({ long, required }) => required && long === word);
      if (option !== undefined && /^-./.test(words[index + 1] ?? ''))
        this.error(`option '${option.flags}' needs a value; write ${word}=… for one that begins with a dash`);
    }
    return super.parseOptions(argv);
  }

  #usageHint(): string {
    const args = this.registeredArguments.map(usageOf);
    const names: string[] = [];
    for (let at: ParsedCommand = this; at.parent !== null; at = at.parent) names.unshift(at.name());
    if (names.length === 0 || this.commands.length > 0) return '--help says what there is.';
    return `Usage: ${[...names, ...args].join(' ')}; --help says more.`;
  }
}

function usageOf(argument: ParsedCommand['registeredArguments'][number]): string {
  const word = argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
  return argument.variadic ? `${word}…` : word;
}
