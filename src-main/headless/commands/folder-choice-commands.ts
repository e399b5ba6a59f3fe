import { readFile } from 'node:fs/promises';
import type { IgnoreRulesJson, OfferedPatternsJson } from '../../../src-shared/folder-choices-api.ts';
import type { LocalClient } from '../local-client.ts';
import {
  type Answer,
  type Command,
  type CommandInput,
  command,
  limitOf,
  type OptionShapes,
  requireYes,
  TWICE,
  UsageError,
} from './command.ts';
import { describe, findFolder } from './folder-commands.ts';
import { formatBytes, formatTime, table, visible } from './text.ts';

const RELINK = {
  force: { about: 'also where it looks like another folder' },
} as const satisfies OptionShapes;

async function relink(
  client: LocalClient,
  { args, options, resolvePath }: CommandInput<typeof RELINK>,
): Promise<Answer> {
  const { id } = await findFolder(client, { args, resolvePath });
  const folder = await client.call('POST folders/:folder_id/relink/', {
    folder_id: id,
    path: resolvePath(args[1] ?? ''),
    force: options.force,
  });
  return { json: folder, text: describe(folder) };
}

const IGNORE = {
  from: { value: 'file', about: 'a file with the patterns that are to hold' },
  agree: { about: 'lets those hold that came through the library' },
  ...TWICE,
  yes: { about: 'does it also where other patterns are replaced' },
} as const satisfies OptionShapes;

type IgnoreInput = CommandInput<typeof IGNORE>;

async function ignore(client: LocalClient, input: IgnoreInput): Promise<Answer> {
  const { from, agree: isAgreeing } = input.options;
  const { id } = await findFolder(client, input);
  if (isAgreeing && from !== undefined)
    throw new UsageError('--agree takes what came through the library: leave out --from.');
  if (from !== undefined) return replacePatterns(client, id, input, from);
  const rules = await client.call('GET folders/:folder_id/ignore/', { folder_id: id });
  return isAgreeing ? agree(client, id, rules, input.options) : { json: rules, text: textOf(rules) };
}

async function replacePatterns(
  client: LocalClient,
  folderId: string,
  { options, resolvePath }: IgnoreInput,
  from: string,
): Promise<Answer> {
  const text = await readFile(resolvePath(from), 'utf8');
  if (options['dry-run']) {
    const preview = await client.call('POST folders/:folder_id/ignore/preview/', {
      folder_id: folderId,
      text,
    });
    return { json: preview, text: preview.words };
  }
  const { text: now } = await client.call('GET folders/:folder_id/ignore/', { folder_id: folderId });
  const lines = now.trimEnd().split('\n').length;
  if (now !== '' && now !== text)
    requireYes(
      options,
      `This replaces the patterns of the folder (${lines} ${lines === 1 ? 'line' : 'lines'}).`,
    );
  const rules = await client.call('PUT folders/:folder_id/ignore/', { folder_id: folderId, text });
  return { json: rules, text: HOLD_NOW };
}

const HOLD_NOW = 'The patterns hold from now on. What is in the library already stays there.';

async function agree(
  client: LocalClient,
  folderId: string,
  now: IgnoreRulesJson,
  options: IgnoreInput['options'],
): Promise<Answer> {
  const { offered } = now;
  if (offered === null) throw new UsageError('No patterns wait for your word.');
  if (options['dry-run']) {
    const text = ['Would hold from then on:', ...changeLines(offered), 'Nothing was changed.'].join('\n');
    return { json: now, text };
  }
  const rules = await client.call('POST folders/:folder_id/ignore/agree/', {
    folder_id: folderId,
    text: offered.text,
  });
  return { json: rules, text: [...changeLines(offered), HOLD_NOW].join('\n') };
}

function textOf({ text, offered }: IgnoreRulesJson): string {
  const own = text === '' ? 'No patterns of your own.' : text.trimEnd();
  if (offered === null) return own;
  const came = 'Came through the library and does not hold yet; --agree has it hold:';
  return [own, came, ...changeLines(offered)].join('\n');
}

function changeLines({ added, removed }: OfferedPatternsJson): string[] {
  return [
    ...added.map((pattern) => `+ ${visible(pattern)}`),
    ...removed.map((pattern) => `- ${visible(pattern)}`),
  ];
}

async function subfolders(client: LocalClient, { args, resolvePath }: CommandInput): Promise<Answer> {
  const { id } = await findFolder(client, { args, resolvePath });
  const found = await client.call('GET folders/:folder_id/subfolders/', {
    folder_id: id,
    path: args[1] ?? '',
  });
  const rows = found.map(({ path, excluded, files, bytes }) => [
    excluded ? 'left out' : 'here',
    `${files} files`,
    formatBytes(bytes),
    path,
  ]);
  return { json: found, text: rows.length === 0 ? 'No folders in it.' : table(rows) };
}

/** A typed subfolder, relative to the linked folder. */
function subfolderIn(args: readonly string[]): string {
  return (args[1] ?? '').replace(/^\/+|\/+$/g, '');
}

async function exclude(
  client: LocalClient,
  { args, options, resolvePath }: CommandInput<typeof TWICE>,
): Promise<Answer> {
  const linked = await findFolder(client, { args, resolvePath });
  const path = subfolderIn(args);
  const parent = path.split('/').slice(0, -1).join('/');
  const beside = await client.call('GET folders/:folder_id/subfolders/', {
    folder_id: linked.id,
    path: parent,
  });
  const row = beside.find((other) => other.path === path);
  const amount = row === undefined ? '' : ` (${row.files} files, ${formatBytes(row.bytes)})`;
  const words = `"${visible(path)}"${amount} from ${visible(linked.path)} on this computer; the library keeps it.`;
  if (options['dry-run']) {
    if (row === undefined) throw new Error(`There is no folder "${path}" in the library.`);
    return { json: { ...row, excluded: false }, text: `Would remove ${words}` };
  }
  requireYes(options, `This removes ${words}`);
  return choose(client, linked.id, [...linked.excluded, path]);
}

async function include(client: LocalClient, { args, resolvePath }: CommandInput): Promise<Answer> {
  const { id, excluded } = await findFolder(client, { args, resolvePath });
  const path = subfolderIn(args);
  return choose(
    client,
    id,
    excluded.filter((other) => other !== path),
  );
}

async function choose(client: LocalClient, id: string, paths: readonly string[]): Promise<Answer> {
  const folder = await client.call('PUT folders/:folder_id/excluded/', { folder_id: id, paths });
  const left = folder.excluded.length === 0 ? 'nothing' : folder.excluded.map(visible).join(', ');
  return { json: folder, text: `${visible(folder.path)} leaves out ${left}.` };
}

const ACTIVITY = {
  limit: { value: 'n', about: 'so many of the last events; 50 without it' },
} as const satisfies OptionShapes;

async function activity(
  client: LocalClient,
  { args, options, resolvePath }: CommandInput<typeof ACTIVITY>,
): Promise<Answer> {
  const { id } = await findFolder(client, { args, resolvePath });
  const limit = limitOf(options, 50);
  const { entries } = await client.call('GET folders/:folder_id/activity/', { folder_id: id, limit });
  const rows = entries.map(({ at_ms, what, path, detail }) => [
    formatTime(Math.floor(at_ms / 1000)),
    what,
    path,
    detail,
  ]);
  return { json: entries, text: rows.length === 0 ? 'Nothing since the start.' : table(rows) };
}

async function preflight(client: LocalClient, { args, resolvePath }: CommandInput): Promise<Answer> {
  const found = await client.call('GET folders/preflight/', { path: resolvePath(args[0] ?? '') });
  const { refusal, warnings, files, folders, bytes } = found;
  const size = `${files} files and ${folders} folders, ${formatBytes(bytes)}`;
  const lines = refusal === '' ? [size, ...warnings.map((warning) => `- ${visible(warning)}`)] : [refusal];
  return { json: found, text: lines.join('\n') };
}

export const folderChoiceCommands: readonly Command[] = [
  command({
    ...{ name: 'folder preflight', args: '<path>', run: preflight },
    summary: 'says what linking a folder would mean; nothing is changed',
    example: 'folder preflight ~/Photos',
  }),
  command({
    ...{ name: 'folder relink', args: '<id|path> <new-path>', options: RELINK, run: relink },
    summary: 'tells where a linked folder is now',
    example: 'folder relink ~/Photos /media/disk/Photos',
  }),
  command({
    ...{ name: 'folder ignore', args: '<id|path>', options: IGNORE, run: ignore },
    summary: 'shows the patterns of what is left out, or has others hold',
    example: 'folder ignore ~/Photos --from patterns.txt --dry-run',
  }),
  command({
    ...{ name: 'folder subfolders', args: '<id|path> [sub-folder]', run: subfolders },
    summary: 'shows the folders of the library and which are left out here',
    example: 'folder subfolders ~/Photos',
  }),
  command({
    ...{ name: 'folder exclude', args: '<id|path> <sub-folder>', options: TWICE, run: exclude },
    summary: 'leaves a sub-folder out: gone from this computer, kept in the library',
    example: 'folder exclude ~/Photos raw --dry-run',
  }),
  command({
    ...{ name: 'folder include', args: '<id|path> <sub-folder>', run: include },
    summary: 'brings a sub-folder that was left out back',
    example: 'folder include ~/Photos raw',
  }),
  command({
    ...{ name: 'folder activity', args: '<id|path>', options: ACTIVITY, run: activity },
    summary: 'shows what a linked folder did last',
    example: 'folder activity ~/Photos --limit 10',
  }),
];
