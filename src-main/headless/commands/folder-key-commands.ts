import { type Command, command } from './command.ts';
import { describe, findFolder } from './folder-commands.ts';
import { PIPED_PASSWORD } from './passwords.ts';

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
