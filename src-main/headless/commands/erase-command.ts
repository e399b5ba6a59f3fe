import { setTimeout as delay } from 'node:timers/promises';
import type { ErasurePlanJson, ErasuresJson } from '../../../src-shared/erasures-api.ts';
import type { LocalClient } from '../local-client.ts';
import { type Answer, command, requireYes, TWICE, UsageError } from './command.ts';
import { findLibrary } from './library-commands.ts';
import { counted, formatBytes, formatTime, table, visible } from './text.ts';

const ASK_EVERY_MS = 500;
const MOST_SHOWN = 50;

export const eraseCommand = command({
  name: 'erase',
  args: '<library> [path]',
  summary: 'takes a file or folder out of every version of a library, for good',
  options: {
    'all-names': { about: 'also at the paths that the file had before; a dry run lists them' },
    object: { value: 'id', about: 'in place of a path: the content with this id, wherever it is' },
    name: { value: 'name', about: 'the name of the library once more; needed with --yes' },
    ...TWICE,
  },
  example: 'erase Papers /keys/secret.txt --dry-run',
  run: async (client, { args, options }) => {
    const [wanted = '', path] = args;
    const { object: objectId, name } = options;
    if ((path === undefined) === (objectId === undefined))
      throw new UsageError('Say either a path or --object.');
    const { id } = await findLibrary(client, wanted);
    if (options['all-names'] && path === undefined) throw new UsageError('--all-names needs a path.');
    const one = { library_id: id, path, object_id: objectId };
    const planOf = (item: typeof one & { also?: string[] }) =>
      client.call('POST libraries/:library_id/erasures/plan/', item);
    const first = await planOf(one);
    const also = options['all-names'] ? first.former_names.map((name) => name.path) : [];
    const item = also.length > 0 ? { ...one, also } : one;
    const plan = also.length > 0 ? await planOf(item) : first;
    if (options['dry-run']) return { json: plan, text: planText(plan, 'Would erase', also.length > 0) };
    requireYes(options, planText(plan, 'This erases', also.length > 0));
    if (name !== plan.library_name)
      throw new UsageError(`--name has to be the name of the library, ${visible(plan.library_name)}.`);
    if (also.length > 0 && plan.has_more_names) throw new UsageError(moreNames(plan));
    const order = { ...item, head: plan.head, library_name: name };
    const begun = await client.call('POST libraries/:library_id/erasures/', order);
    return answerOf(await ended(client, id, begun), begun.is_rewriting ? begun.erasures.length : 0);
  },
});

/** @param isWhole whether those names go as well */
function namesTable(plan: ErasurePlanJson, isWhole: boolean): string[] {
  const { former_names: names } = plan;
  if (names.length === 0) return [];
  const rows = names.map(({ path, until, is_taken: isTaken }) => [
    visible(path),
    `until ${formatTime(until)}`,
    isTaken ? 'something else is there today' : '',
  ]);
  return [
    isWhole
      ? 'Also everything at the paths that the file had before:'
      : 'The file had other paths before; --all-names erases what was there too:',
    table(rows),
    ...(plan.has_more_names ? [moreNames(plan)] : []),
  ];
}

function moreNames({ former_names: names }: ErasurePlanJson): string {
  return `The file had more than ${names.length} paths before, and what was at the older ones would stay. Erase with --all-names at the oldest of these first: ${visible(names.at(-1)?.path ?? '')}`;
}

function planText(plan: ErasurePlanJson, verb: string, isWhole: boolean): string {
  const versions = plan.versions
    .slice(0, MOST_SHOWN)
    .map(({ path, size, object_id: object }) => [visible(path), formatBytes(size), object]);
  const lines = [
    `${verb} ${counted(plan.version_count, 'version')} of ${counted(new Set(plan.versions.map(({ path }) => path)).size, 'path')} (up to ${formatBytes(plan.bytes)}) from ${counted(plan.holding, 'commit')} of ${visible(plan.library_name)}, for good.`,
    `${counted(plan.commits, 'commit')} get new ids.`,
  ];
  const also = [
    [plan.is_current, 'It is there today, and goes from there too.'],
    [
      plan.linked_folders.length > 0,
      `It goes from ${counted(plan.linked_folders.length, 'linked folder')} of this computer.`,
    ],
    [plan.pins.length > 0, `Pinned moments that held it: ${plan.pins.map(visible).join(', ')}.`],
    [plan.trash_items > 0, `Deletions that can no longer be taken back: ${plan.trash_items}.`],
    [plan.links > 0, `Links that lead nowhere then: ${plan.links}.`],
    [plan.devices > 0, `Devices that take the new history over by themselves: ${plan.devices}.`],
    [plan.elsewhere.length > 0, `The same content stays at: ${plan.elsewhere.map(visible).join(', ')}.`],
    [plan.has_backup, 'The backup holds it until it is made the next time.'],
  ] as const;
  const told = also.filter(([isSo]) => isSo).map(([, words]) => words);
  const ended = plan.folder_libraries.map(({ name, ends }) =>
    ends ? `The shared folder ${visible(name)} ends.` : `It goes from the shared folder ${visible(name)}.`,
  );
  return [...lines, ...told, ...ended, ...namesTable(plan, isWhole), table(versions)].join('\n');
}

/** @param earlier number of erasures before: if the server ended in between, the newest is one of them */
function answerOf(list: ErasuresJson, earlier: number): Answer {
  const [newest] = list.erasures;
  if (newest === undefined || list.erasures.length <= earlier)
    return {
      json: list,
      text: list.failure === '' ? 'Not done.' : `Not done: ${list.failure}.`,
      exitCode: 1,
    };
  const { commits, proof } = newest;
  if (proof === null && list.failure !== '')
    return {
      json: list,
      text: `${counted(commits, 'commit')} rewritten. The content is still there, and is removed later: ${list.failure}.`,
      exitCode: 1,
    };
  if (proof === null)
    return {
      json: list,
      text: `${counted(commits, 'commit')} rewritten. The content is removed once the linked folders have taken that over.`,
    };
  const text = `${counted(commits, 'commit')} rewritten. Read ${counted(proof.commits_read, 'commit')} again: the item is in ${proof.holding === 0 ? 'none' : proof.holding}. Removed from disk: ${counted(proof.removed_objects, 'object')}, ${formatBytes(proof.removed_bytes)}.`;
  return { json: list, text, exitCode: proof.holding === 0 ? 0 : 1 };
}

/** Polls until the erasure is over. It goes on if polling ends early. */
async function ended(client: LocalClient, id: string, begun: ErasuresJson): Promise<ErasuresJson> {
  for (let list = begun; ; ) {
    if (!list.is_rewriting && list.erasures[0]?.state !== 'removing') return list;
    await delay(ASK_EVERY_MS);
    list = await client.call('GET libraries/:library_id/erasures/', { library_id: id });
  }
}
