import type { LinkedFolderJson, SecretsNoticeJson } from '../../../src-shared/folders-api.ts';
import type { LocalClient } from '../local-client.ts';
import {
  type Answer,
  type Command,
  type CommandInput,
  command,
  requireYes,
  TWICE,
  UsageError,
} from './command.ts';
import { PIPED_PASSWORD } from './passwords.ts';
import { table, visible } from './text.ts';

/**
 * The linked folder that the first word names, by id or by path relative to where the command was typed.
 * @throws UsageError
 */
export async function findFolder(
  client: LocalClient,
  { args, resolvePath }: Pick<CommandInput, 'args' | 'resolvePath'>,
): Promise<LinkedFolderJson> {
  const { folders } = await client.call('GET folders/');
  const word = args[0] ?? '';
  const path = resolvePath(word);
  const found = folders.find((folder) => folder.id === word || isSamePath(folder.path, path));
  if (found === undefined)
    throw new UsageError(`There is no linked folder "${word}". "folder list" shows them all.`);
  return found;
}

/** Whether two absolute paths are spelled the same; Windows ignores letter case. */
export function isSamePath(a: string, b: string, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' ? a.toLowerCase() === b.toLowerCase() : a === b;
}

/** A folder and what it is doing, in one line. */
export function describe(folder: LinkedFolderJson & SecretsNoticeJson): string {
  const pending = folder.pending > 0 ? `, ${folder.pending} pending` : '';
  const problems =
    folder.problem_count > 0
      ? `, ${folder.problem_count} problem${folder.problem_count === 1 ? '' : 's'}`
      : '';
  const reason = folder.message === '' ? '' : ` — ${visible(folder.message)}`;
  const notice = folder.secrets_reason === undefined ? '' : `\nNot remembered: ${folder.secrets_reason}`;
  return `${visible(folder.path)}: ${folder.state}${pending}${problems}${reason}${notice}`;
}

function onOneFolder(verb: 'resume' | 'rescan', summary: string): Command {
  return command({
    name: `folder ${verb}`,
    args: '<id|path>',
    summary,
    example: `folder ${verb} ~/Photos`,
    run: async (client, { args, resolvePath }) => {
      const { id } = await findFolder(client, { args, resolvePath });
      const folder = await client.call(`POST folders/:folder_id/${verb}/`, { folder_id: id });
      return { json: folder, text: describe(folder) };
    },
  });
}

export const folderCommands: readonly Command[] = [
  command({
    name: 'folder add',
    args: '<path>',
    summary: 'links a folder to a library, a new one unless you name one',
    options: {
      library: { value: 'name|id', about: 'a library that is there' },
      'new-library': { value: 'name', about: 'the name of the new library; without it that of the folder' },
      encrypt: { about: 'makes the new library an encrypted one; asks for its password' },
      ...PIPED_PASSWORD,
      remember: { about: 'keeps the key in the keychain of this computer' },
    },
    example: 'folder add ~/Photos --new-library Pictures',
    run: async (client, { args, options, resolvePath, readPassword }) => {
      const { library, 'new-library': name, encrypt, remember } = options;
      if (library !== undefined && (name !== undefined || encrypt))
        throw new UsageError(
          '--library takes a library that is there: leave out --new-library and --encrypt.',
        );
      const isPasswordGiven = encrypt || options['password-stdin'];
      const folder = await client.call('POST folders/', {
        path: resolvePath(args[0] ?? ''),
        encrypt,
        remember,
        library,
        name,
        password: isPasswordGiven ? await readPassword() : null,
      });
      const notice = folder.secrets_reason === undefined ? '' : `\nNot remembered: ${folder.secrets_reason}`;
      return {
        json: { folder_id: folder.id, repo_id: folder.library_id },
        text: `Linked ${visible(folder.path)} to "${visible(folder.library_name)}". The folder's id is ${folder.id}.${notice}`,
      };
    },
  }),
  command({
    name: 'folder list',
    summary: 'shows every linked folder',
    example: 'folder list',
    run: async (client) => {
      const { folders } = await client.call('GET folders/');
      const rows = folders.map((folder) => [folder.id, folder.state, folder.library_name, folder.path]);
      return { json: folders, text: rows.length === 0 ? 'No linked folders yet.' : table(rows) };
    },
  }),
  command({
    name: 'folder status',
    args: '[id|path]',
    summary: 'says what a linked folder is doing',
    example: 'folder status ~/Photos --json',
    run: async (client, input): Promise<Answer> => {
      if (input.args[0] !== undefined) {
        const folder = await findFolder(client, input);
        return { json: folder, text: describe(folder) };
      }
      const { folders } = await client.call('GET folders/');
      const [only] = folders;
      // Scripts with one folder need not know its id.
      const json = folders.length === 1 && only !== undefined ? only : folders;
      return {
        json,
        text: folders.length === 0 ? 'No linked folders yet.' : folders.map(describe).join('\n'),
      };
    },
  }),
  command({
    name: 'folder remove',
    args: '<id|path>',
    summary: 'ends the link; the folder and the library both stay',
    options: TWICE,
    example: 'folder remove ~/Photos --dry-run',
    run: async (client, { args, options, resolvePath }): Promise<Answer> => {
      const folder = await findFolder(client, { args, resolvePath });
      const words = `${visible(folder.path)} from "${visible(folder.library_name)}"`;
      if (options['dry-run'])
        return { json: { id: folder.id, removed: false }, text: `Would unlink ${words}.` };
      requireYes(options, `This unlinks ${words}; no file is touched.`);
      await client.call('DELETE folders/:folder_id/', { folder_id: folder.id });
      return { json: { id: folder.id, removed: true }, text: `Unlinked ${words}. No file was touched.` };
    },
  }),
  onOneFolder('resume', 'looks for changes again'),
  onOneFolder('rescan', 'compares the whole folder with its library now'),
];

export const folderKeyCommands: readonly Command[] = [
  command({
    name: 'folder unlock',
    args: '<id|path>',
    summary: 'opens the encrypted library of a folder; asks for its password, which may also be piped in',
    options: {
      ...PIPED_PASSWORD,
      remember: { about: 'keeps the key in the keychain of this computer' },
    },
    example: 'folder unlock ~/Papers --password-stdin < password.txt',
    run: async (client, { args, options, resolvePath, readPassword }) => {
      const { id } = await findFolder(client, { args, resolvePath });
      const request = { folder_id: id, password: await readPassword(), remember: options.remember };
      const folder = await client.call('POST folders/:folder_id/unlock/', request);
      return { json: folder, text: describe(folder) };
    },
  }),
  command({
    name: 'folder lock',
    args: '<id|path>',
    example: 'folder lock ~/Papers',
    summary: 'locks the encrypted library of a folder, and forgets a remembered password',
    run: async (client, { args, resolvePath }) => {
      const { id } = await findFolder(client, { args, resolvePath });
      const folder = await client.call('POST folders/:folder_id/lock/', { folder_id: id });
      return { json: folder, text: describe(folder) };
    },
  }),
];
