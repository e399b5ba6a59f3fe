import type { LinkedFolderJson, SecretsNoticeJson } from '../../../src-shared/local-api.ts';
import type { LocalClient } from '../local-client.ts';
import { type Answer, type OnlineCommand, optionText, requireYes, UsageError } from './command.ts';
import { table, visible } from './text.ts';

/** The linked folder with this id or path. @throws UsageError */
export async function findFolder(client: LocalClient, word: string): Promise<LinkedFolderJson> {
  const { folders } = await client.get<{ folders: LinkedFolderJson[] }>('folders/');
  const found = folders.find((folder) => folder.id === word || folder.path === word);
  if (found === undefined)
    throw new UsageError(`There is no linked folder "${word}". "folder list" shows them all.`);
  return found;
}

/** A folder and what it is doing, in one line. */
export function describe(folder: LinkedFolderJson & SecretsNoticeJson): string {
  const pending = folder.pending > 0 ? `, ${folder.pending} pending` : '';
  const problems = folder.problem_count > 0 ? `, ${folder.problem_count} problems` : '';
  const reason = folder.message === '' ? '' : ` — ${folder.message}`;
  const notice = folder.secrets_reason === undefined ? '' : `\nNot remembered: ${folder.secrets_reason}`;
  return `${visible(folder.path)}: ${folder.state}${pending}${problems}${reason}${notice}`;
}

function onOneFolder(verb: 'resume' | 'rescan' | 'accept' | 'put-back', summary: string): OnlineCommand {
  return {
    name: `folder ${verb}`,
    usage: '<id|path>',
    summary,
    minArgs: 1,
    maxArgs: 1,
    run: async (client, { args }) => {
      const { id } = await findFolder(client, args[0] ?? '');
      const folder = await client.send<LinkedFolderJson>('POST', `folders/${id}/${verb}/`);
      return { json: folder, text: describe(folder) };
    },
  };
}

export const folderCommands: readonly OnlineCommand[] = [
  {
    name: 'folder add',
    usage: '<path> [--library <name|id>] [--encrypt] [--password-stdin] [--remember]',
    summary: 'links a folder to a library, a new one unless you name one',
    minArgs: 1,
    maxArgs: 1,
    run: async (client, { args, options, resolvePath, readPassword }) => {
      const library = optionText(options, 'library');
      const folder = await client.send<LinkedFolderJson & SecretsNoticeJson>('POST', 'folders/', {
        path: resolvePath(args[0] ?? ''),
        encrypt: options['encrypt'] === true,
        remember: options['remember'] === true,
        ...(library === undefined ? {} : { library }),
        ...(options['password-stdin'] === true ? { password: await readPassword() } : {}),
      });
      const notice = folder.secrets_reason === undefined ? '' : `\nNot remembered: ${folder.secrets_reason}`;
      return {
        json: { folder_id: folder.id, repo_id: folder.library_id },
        text: `Linked ${visible(folder.path)} to "${visible(folder.library_name)}". The folder's id is ${folder.id}.${notice}`,
      };
    },
  },
  {
    name: 'folder list',
    usage: '',
    summary: 'shows every linked folder',
    minArgs: 0,
    maxArgs: 0,
    run: async (client) => {
      const { folders } = await client.get<{ folders: LinkedFolderJson[] }>('folders/');
      const rows = folders.map((folder) => [folder.id, folder.state, folder.library_name, folder.path]);
      return { json: folders, text: rows.length === 0 ? 'No linked folders yet.' : table(rows) };
    },
  },
  {
    name: 'folder status',
    usage: '[<id|path>]',
    summary: 'says what a linked folder is doing',
    minArgs: 0,
    maxArgs: 1,
    run: async (client, { args }): Promise<Answer> => {
      const [word] = args;
      if (word !== undefined) {
        const folder = await findFolder(client, word);
        return { json: folder, text: describe(folder) };
      }
      const { folders } = await client.get<{ folders: LinkedFolderJson[] }>('folders/');
      const [only] = folders;
      // Scripts with one folder need not know its id.
      const json = folders.length === 1 && only !== undefined ? only : folders;
      return {
        json,
        text: folders.length === 0 ? 'No linked folders yet.' : folders.map(describe).join('\n'),
      };
    },
  },
  {
    name: 'folder remove',
    usage: '<id|path> --yes',
    summary: 'ends the link; the folder and the library both stay',
    minArgs: 1,
    maxArgs: 1,
    run: async (client, { args, options }): Promise<Answer> => {
      const folder = await findFolder(client, args[0] ?? '');
      const words = `${visible(folder.path)} from "${visible(folder.library_name)}"`;
      if (options['dry-run'] === true)
        return { json: { id: folder.id, removed: false }, text: `Would unlink ${words}.` };
      requireYes(options, `This unlinks ${words}; no file is touched.`);
      await client.send('DELETE', `folders/${folder.id}/`);
      return { json: { id: folder.id, removed: true }, text: `Unlinked ${words}. No file was touched.` };
    },
  },
  onOneFolder('resume', 'looks for changes again'),
  onOneFolder('rescan', 'compares the whole folder with its library now'),
  onOneFolder('accept', 'lets a mass deletion or rewrite that is held into the library'),
  onOneFolder('put-back', 'brings what a held mass deletion or rewrite took away back into the folder'),
];
