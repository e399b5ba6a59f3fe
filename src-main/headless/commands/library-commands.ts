import type { LocalLibraryJson } from '../../../src-shared/local-api.ts';
import type { LocalClient } from '../local-client.ts';
import { type Answer, type OnlineCommand, optionText, requireYes, UsageError } from './command.ts';
import { formatBytes, table } from './text.ts';

/** The library that a word names: its id, or its name when just one library has it. */
export async function findLibrary(client: LocalClient, word: string): Promise<LocalLibraryJson> {
  const { libraries } = await client.get<{ libraries: LocalLibraryJson[] }>('libraries/');
  const found = libraries.filter((library) => library.id === word || library.name === word);
  const [only, second] = found;
  if (only === undefined)
    throw new UsageError(`There is no library "${word}". "library list" shows them all.`);
  if (second !== undefined)
    throw new UsageError(`${found.length} libraries are called "${word}". Give the id instead.`);
  return only;
}

export const libraryCommands: readonly OnlineCommand[] = [
  {
    name: 'library list',
    usage: '',
    summary: 'shows every library you reach',
    minArgs: 0,
    maxArgs: 0,
    run: async (client) => {
      const { libraries } = await client.get<{ libraries: LocalLibraryJson[] }>('libraries/');
      const rows = libraries.map((library) => [
        library.id,
        library.name ?? '(unnamed)',
        `${library.file_count} files`,
        formatBytes(library.size),
        library.folder?.path ?? '',
      ]);
      return { json: libraries, text: rows.length === 0 ? 'No libraries yet.' : table(rows) };
    },
  },
  {
    name: 'library create',
    usage: '<name> [--description <text>] [--password <password>]',
    summary: 'makes an empty library; with a password an encrypted one',
    minArgs: 1,
    maxArgs: 1,
    run: async (client, { args, options }) => {
      const description = optionText(options, 'description');
      const password = optionText(options, 'password');
      const library = await client.send<LocalLibraryJson>('POST', 'libraries/', {
        name: args[0],
        ...(description === undefined ? {} : { description }),
        ...(password === undefined ? {} : { password }),
      });
      return {
        json: { ...library, repo_id: library.id },
        text: `Created "${library.name}" (${library.id}).`,
      };
    },
  },
  {
    name: 'library delete',
    usage: '<name|id> [--dry-run] --yes',
    summary: 'moves a library to the deleted libraries',
    minArgs: 1,
    maxArgs: 1,
    run: async (client, { args, options }): Promise<Answer> => {
      const library = await findLibrary(client, args[0] ?? '');
      const words = `"${library.name}" (${library.file_count} files, ${formatBytes(library.size)})`;
      if (options['dry-run'] === true) {
        return {
          json: { id: library.id, deleted: false },
          text: `Would move ${words} to the deleted libraries.`,
        };
      }
      requireYes(options, `This moves ${words} to the deleted libraries.`);
      await client.send('DELETE', `libraries/${library.id}/`);
      return { json: { id: library.id, deleted: true }, text: `Moved ${words} to the deleted libraries.` };
    },
  },
];
