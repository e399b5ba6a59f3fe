import type { LinkedFolderJson, SecretsNoticeJson } from '../../../src-shared/local-api.ts';
import { type OnlineCommand, UsageError } from './command.ts';
import { describe, findFolder } from './folder-commands.ts';

type Answered = LinkedFolderJson & SecretsNoticeJson;

export const folderKeyCommands: readonly OnlineCommand[] = [
  {
    name: 'folder unlock',
    usage: '<id|path> --password-stdin [--remember]',
    summary: 'opens the encrypted library of a folder, whose password is piped in',
    minArgs: 1,
    maxArgs: 1,
    run: async (client, { args, options, readPassword }) => {
      if (options['password-stdin'] !== true)
        throw new UsageError(
          'Add --password-stdin and pipe the password in; the command line is no place for it.',
        );
      const { id } = await findFolder(client, args[0] ?? '');
      const request = { password: await readPassword(), remember: options['remember'] === true };
      const folder = await client.send<Answered>('POST', `folders/${id}/unlock/`, request);
      return { json: folder, text: describe(folder) };
    },
  },
  {
    name: 'folder lock',
    usage: '<id|path>',
    summary: 'locks the encrypted library of a folder, and forgets a remembered password',
    minArgs: 1,
    maxArgs: 1,
    run: async (client, { args }) => {
      const { id } = await findFolder(client, args[0] ?? '');
      const folder = await client.send<Answered>('POST', `folders/${id}/lock/`);
      return { json: folder, text: describe(folder) };
    },
  },
];
