import { ALL_COMMANDS } from './commands/all-commands.ts';
import { COMMON_OPTIONS, type Command, type OptionShapes } from './commands/command.ts';
import { TypedCommand } from './typed-command.ts';

/** What the user typed, as declared. */
export interface TypedCommandLine {
  readonly command: Command;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly isJson: boolean;
  readonly dataDir: string | undefined;
}

const PROGRAM = 'npm run --silent cli --';

/** @throws UsageError for undeclared words and options, HelpShown where help is to be shown */
export function parseCommandLine(argv: readonly string[]): TypedCommandLine {
  const found: Omit<TypedCommandLine, 'isJson' | 'dataDir'>[] = [];
  const program = new TypedCommand(PROGRAM)
    .description(
      'Keepfold, from the command line. What removes or overwrites something wants --yes and takes --dry-run.',
    )
    .helpCommand(false)
    .helpOption('-h, --help', 'shows this')
    .configureHelp({
      showGlobalOptions: true,
      visibleCommands: leavesOf,
      subcommandTerm: termOf,
    });
  addOptions(program, COMMON_OPTIONS);
  for (const command of ALL_COMMANDS) {
    const leaf = addCommand(program, command);
    leaf.action(() => {
      found.push({ command, args: leaf.args, options: givenOptions(leaf, command) });
    });
  }
  program.parse([...argv], { from: 'user' });
  const [typed] = found;
  if (typed === undefined) return program.help();
  const { json, dataDir } = program.opts<{ json?: true; dataDir?: string }>();
  return { ...typed, isJson: json === true, dataDir };
}

function addCommand(program: TypedCommand, { name, args, summary, options, example }: Command): TypedCommand {
  const [first = '', second] = name.split(' ');
  const parent = second === undefined ? program : groupOf(program, first);
  const leaf = parent.createCommand(second ?? first);
  parent.addCommand(leaf.copyInheritedSettings(parent));
  leaf.description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`);
  leaf.example = `${PROGRAM} ${example}`;
  if (args !== undefined) leaf.arguments(args);
  addOptions(leaf, options ?? {});
  return leaf;
}

function groupOf(program: TypedCommand, name: string): TypedCommand {
  const known = program.commands.find((command) => command.name() === name);
  if (known instanceof TypedCommand) return known;
  const group = program.createCommand(name).copyInheritedSettings(program).helpCommand(false);
  program.addCommand(group);
  return group;
}

function addOptions(command: TypedCommand, shapes: OptionShapes): void {
  for (const [name, shape] of Object.entries(shapes))
    command.option('value' in shape ? `--${name} <${shape.value}>` : `--${name}`, shape.about);
}

/** Flags that were not given are false. */
function givenOptions(leaf: TypedCommand, { options = {} }: Command): TypedCommandLine['options'] {
  const given = leaf.options.map((option) => {
    const name = option.name();
    const value: unknown = leaf.getOptionValue(option.attributeName());
    const shape = options[name];
    return [name, shape !== undefined && 'value' in shape ? value : value === true];
  });
  return Object.fromEntries(given);
}

type Helped = Parameters<NonNullable<ReturnType<TypedCommand['createHelp']>['visibleCommands']>>[0];

/** All commands below one, across groups. */
function leavesOf(command: Helped): Helped[] {
  return command.commands.flatMap((below) => (below.commands.length > 0 ? leavesOf(below) : [below]));
}

function termOf(command: Helped): string {
  const { args = '', name = '' } = ALL_COMMANDS.find(({ name: full }) => full === nameOf(command)) ?? {};
  return `${name} ${args}`.trim();
}

function nameOf(command: Helped): string {
  const parent = command.parent;
  return parent === null || parent.parent === null ? command.name() : `${nameOf(parent)} ${command.name()}`;
}
