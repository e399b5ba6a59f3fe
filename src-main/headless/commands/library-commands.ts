import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { LocalClient } from '../local-client.ts';
import { type Answer, type Command, command, requireYes, TWICE, UsageError } from './command.ts';
import { PASSWORDS, passwordOf } from './passwords.ts';
import { formatBytes, table, visible } from './text.ts';

/** People named who lose access to a library. */
const MOST_NAMED = 5;

/** The library that a word names: by id, or by name when that is unambiguous. */
export async function findLibrary(client: LocalClient, word: string): Promise<LocalLibraryJson> {
  const { libraries } = await client.call('GET libraries/');
  const found = libraries.filter((library) => library.id === word || library.name === word);
  const [only, second] = found;
  if (only === undefined)
    throw new UsageError(`There is no library "${word}". "library list" shows them all.`);
  if (second !== undefined)
    throw new UsageError(`${found.length} libraries are called "${word}". Give the id instead.`);
  return only;
}

/** What stops working until the library is restored. */
async function endingWords(client: LocalClient, { id, folder }: LocalLibraryJson): Promise<string> {
  const { shares, total } = await client.call('GET libraries/:library_id/shares/', { library_id: id });
  const named = shares.slice(0, MOST_NAMED).map(({ name }) => visible(name));
  const more = total > named.length ? ` and ${total - named.length} more` : '';
  return [
    folder === null ? '' : ` Changes in ${visible(folder.path)} are no longer saved.`,
    total === 0 ? '' : ` Until it is restored, these cannot reach it: ${named.join(', ')}${more}.`,
  ].join('');
}

export const libraryCommands: readonly Command[] = [
  command({
    name: 'library list',
    summary: 'shows every library you reach',
    example: 'library list --json',
    run: async (client) => {
      const { libraries } = await client.call('GET libraries/');
      const rows = libraries.map((library) => [
        library.id,
        library.name ?? '(unnamed)',
        `${library.file_count} files`,
        formatBytes(library.size),
        library.folder?.path ?? '',
      ]);
      return { json: libraries, text: rows.length === 0 ? 'No libraries yet.' : table(rows) };
    },
  }),
  command({
    name: 'library create',
    args: '<name>',
    summary: 'makes an empty library; with a password an encrypted one',
    options: {
      description: { value: 'text', about: 'what is in it' },
      encrypt: { about: 'makes an encrypted one; asks for its password' },
      ...PASSWORDS,
    },
    example: 'library create Papers --password-stdin < password.txt',
    run: async (client, input) => {
      const { args, options } = input;
      const { description } = options;
      const isEncrypted = options.encrypt || options['password-stdin'] || options.password !== undefined;
      const password = isEncrypted ? await passwordOf(input) : undefined;
      const name = args[0] ?? '';
      const library = await client.call('POST libraries/', { name, description, password });
      return {
        json: { ...library, repo_id: library.id },
        text: `Created "${visible(library.name ?? '')}" (${library.id}).`,
      };
    },
  }),
  command({
    name: 'library delete',
    args: '<name|id>',
    summary: 'moves a library to the deleted libraries',
    options: TWICE,
    example: 'library delete Papers --dry-run',
    run: async (client, { args, options }): Promise<Answer> => {
      const library = await findLibrary(client, args[0] ?? '');
      const words = `"${visible(library.name ?? '')}" (${library.file_count} files, ${formatBytes(library.size)})`;
      if (options['dry-run']) {
        return {
          json: { id: library.id, deleted: false },
          text: `Would move ${words} to the deleted libraries.${await endingWords(client, library)}`,
        };
      }
      const ending = await endingWords(client, library);
      requireYes(options, `This moves ${words} to the deleted libraries.${ending}`);
      await client.call('DELETE libraries/:library_id/', { library_id: library.id });
      return {
        json: { id: library.id, deleted: true },
        text: `Moved ${words} to the deleted libraries.${ending}`,
      };
    },
  }),
  command({
    name: 'library lock',
    args: '[name|id]',
    summary:
      'locks an encrypted library for your account, on all its pages and programs; without a name all of them',
    example: 'library lock Papers',
    run: async (client, { args }) => {
      if (args[0] === undefined) {
        const { library_ids } = await client.call('DELETE unlocked-libraries/');
        const count = library_ids.length;
        const text = count === 1 ? 'Locked one library.' : `Locked ${count} libraries.`;
        return { json: { library_ids }, text: count === 0 ? 'Nothing was open.' : text };
      }
      const library = await findLibrary(client, args[0]);
      if (!library.encrypted) throw new UsageError('This library has no password, so it has no lock.');
      await client.call('DELETE libraries/:library_id/unlock/', { library_id: library.id });
      const linked = library.folder?.encryption === 'unlocked';
      const folder = linked ? ' Its linked folder goes on; "folder lock" ends that as well.' : '';
      return {
        json: { library_ids: [library.id] },
        text: `Locked "${visible(library.name ?? '')}".${folder}`,
      };
    },
  }),
];
