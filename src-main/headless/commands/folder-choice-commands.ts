import { readFile } from 'node:fs/promises';
import type {
  FolderActivityJson,
  IgnorePreviewJson,
  IgnoreRulesJson,
  PreflightJson,
  SubfolderJson,
} from '../../../src-shared/folder-choices-api.ts';
import type { LinkedFolderJson } from '../../../src-shared/local-api.ts';
import type { LocalClient } from '../local-client.ts';
import { type Answer, type CommandInput, type OnlineCommand, optionText } from './command.ts';
import { describe, findFolder } from './folder-commands.ts';
import { formatBytes, formatTime, table, visible } from './text.ts';

async function relink(client: LocalClient, { args, options, resolvePath }: CommandInput): Promise<Answer> {
  const { id } = await findFolder(client, args[0] ?? '');
  const folder = await client.send<LinkedFolderJson>('POST', `folders/${id}/relink/`, {
    path: resolvePath(args[1] ?? ''),
    force: options['force'] === true,
  });
  return { json: folder, text: describe(folder) };
}

async function ignore(client: LocalClient, { args, options, resolvePath }: CommandInput): Promise<Answer> {
  const { id } = await findFolder(client, args[0] ?? '');
  const address = `folders/${id}/ignore/`;
  const from = optionText(options, 'from');
  if (from === undefined) {
    const rules = await client.get<IgnoreRulesJson>(address);
    return { json: rules, text: rules.text === '' ? 'No patterns of your own.' : rules.text.trimEnd() };
  }
  const text = await readFile(resolvePath(from), 'utf8');
  if (options['dry-run'] === true) {
    const preview = await client.send<IgnorePreviewJson>('POST', `${address}preview/`, { text });
    return { json: preview, text: preview.words };
  }
  const rules = await client.send<IgnoreRulesJson>('PUT', address, { text });
  return { json: rules, text: 'The patterns hold from now on. What is in the library already stays there.' };
}

async function subfolders(client: LocalClient, { args }: CommandInput): Promise<Answer> {
  const { id } = await findFolder(client, args[0] ?? '');
  const query = new URLSearchParams({ path: args[1] ?? '' });
  const found = await client.get<SubfolderJson[]>(`folders/${id}/subfolders/?${query}`);
  const rows = found.map(({ path, excluded, files, bytes }) => [
    excluded ? 'left out' : 'here',
    `${files} files`,
    formatBytes(bytes),
    path,
  ]);
  return { json: found, text: rows.length === 0 ? 'No folders in it.' : table(rows) };
}

function choosing(change: (excluded: readonly string[], path: string) => string[]) {
  return async (client: LocalClient, { args }: CommandInput): Promise<Answer> => {
    const { id, excluded } = await findFolder(client, args[0] ?? '');
    const path = (args[1] ?? '').replace(/^\/+|\/+$/g, '');
    const paths = change(excluded, path);
    const folder = await client.send<LinkedFolderJson>('PUT', `folders/${id}/excluded/`, { paths });
    const left = folder.excluded.length === 0 ? 'nothing' : folder.excluded.map(visible).join(', ');
    return { json: folder, text: `${visible(folder.path)} leaves out ${left}.` };
  };
}

async function activity(client: LocalClient, { args, options }: CommandInput): Promise<Answer> {
  const { id } = await findFolder(client, args[0] ?? '');
  const query = new URLSearchParams({ limit: optionText(options, 'limit') ?? '50' });
  const { entries } = await client.get<FolderActivityJson>(`folders/${id}/activity/?${query}`);
  const rows = entries.map(({ at_ms, what, path, detail }) => [
    formatTime(Math.floor(at_ms / 1000)),
    what,
    path,
    detail,
  ]);
  return { json: entries, text: rows.length === 0 ? 'Nothing since the start.' : table(rows) };
}

async function preflight(client: LocalClient, { args, resolvePath }: CommandInput): Promise<Answer> {
  const query = new URLSearchParams({ path: resolvePath(args[0] ?? '') });
  const found = await client.get<PreflightJson>(`folders/preflight/?${query}`);
  const { refusal, warnings, files, folders, bytes } = found;
  const size = `${files} files and ${folders} folders, ${formatBytes(bytes)}`;
  const lines = refusal === '' ? [size, ...warnings.map((warning) => `- ${visible(warning)}`)] : [refusal];
  return { json: found, text: lines.join('\n') };
}

export const folderChoiceCommands: readonly OnlineCommand[] = [
  {
    ...{ name: 'folder preflight', usage: '<path>', minArgs: 1, maxArgs: 1, run: preflight },
    summary: 'says what linking a folder would mean; nothing is changed',
  },
  {
    ...{
      name: 'folder relink',
      usage: '<id|path> <new path> [--force]',
      minArgs: 2,
      maxArgs: 2,
      run: relink,
    },
    summary: 'tells where a linked folder is now',
  },
  {
    ...{
      name: 'folder ignore',
      usage: '<id|path> [--from <file> [--dry-run]]',
      minArgs: 1,
      maxArgs: 1,
      run: ignore,
    },
    summary: 'shows the patterns of what is left out, or takes others from a file',
  },
  {
    ...{
      name: 'folder subfolders',
      usage: '<id|path> [<sub-folder>]',
      minArgs: 1,
      maxArgs: 2,
      run: subfolders,
    },
    summary: 'shows the folders of the library and which are left out here',
  },
  {
    ...{ name: 'folder exclude', usage: '<id|path> <sub-folder>', minArgs: 2, maxArgs: 2 },
    summary: 'leaves a sub-folder out: gone from this computer, kept in the library',
    run: choosing((excluded, path) => [...excluded, path]),
  },
  {
    ...{ name: 'folder include', usage: '<id|path> <sub-folder>', minArgs: 2, maxArgs: 2 },
    summary: 'brings a sub-folder that was left out back',
    run: choosing((excluded, path) => excluded.filter((other) => other !== path)),
  },
  {
    ...{ name: 'folder activity', usage: '<id|path> [--limit <n>]', minArgs: 1, maxArgs: 1, run: activity },
    summary: 'shows what a linked folder did last',
  },
];
