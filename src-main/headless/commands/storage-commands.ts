import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { LibraryBytesJson, RetentionPlanJson } from '../../../src-shared/storage-api.ts';
import { type Command, command, requireYes, TWICE, UsageError } from './command.ts';
import { findLibrary } from './library-commands.ts';
import { formatBytes, formatTime, table, visible } from './text.ts';

const PARTS = [
  ['live', 'Current files'],
  ['history', 'Earlier versions'],
  ['trash', 'Trash'],
  ['young', 'New (kept 24 h)'],
  ['overhead', 'Index and overhead'],
  ['reclaimable', 'Can be freed now'],
] as const satisfies readonly (readonly [keyof LibraryBytesJson, string])[];

function sumOf(bytes: LibraryBytesJson): number {
  return PARTS.reduce((sum, [key]) => sum + bytes[key], 0);
}

function partsText(bytes: LibraryBytesJson): string {
  const rows = PARTS.map(([key, words]) => [words, formatBytes(bytes[key])]);
  return table([...rows, ['Together', formatBytes(sumOf(bytes))]]);
}

/**
 * The days of retention that a word stands for.
 * @throws UsageError
 */
function daysOf(word: string): number {
  if (word === 'forever') return -1;
  if (!/^\d{1,6}$/.test(word))
    throw new UsageError(`"${visible(word)}" is no number of days. "forever" keeps everything.`);
  return Number(word);
}

function freesText({ bytes, later_bytes }: RetentionPlanJson): string {
  const later = `up to ${formatBytes(later_bytes)}`;
  if (later_bytes === 0)
    return bytes === 0 ? 'frees nothing' : `frees ${formatBytes(bytes)} at the next clean-up`;
  if (bytes === 0) return `frees nothing today, and ${later} from tomorrow (new data is kept for 24 hours)`;
  return `frees ${formatBytes(bytes)} at the next clean-up, and ${later} more from tomorrow (new data is kept for 24 hours)`;
}

function planText({ name }: LocalLibraryJson, plan: RetentionPlanJson): string {
  const { keep_days, removed_versions, versions, removed_deletions, returned_versions } = plan;
  const kept = keep_days < 0 ? 'everything kept' : `${keep_days} days kept`;
  const lines = [
    `"${visible(name ?? '')}" with ${kept}: ${freesText(plan)}.`,
    `Removes ${removed_versions} of ${versions} versions; the oldest one kept is of ${formatTime(plan.oldest_kept_at)}.`,
    ...(removed_deletions === 0 ? [] : [`Deleted items that leave the trash: ${removed_deletions}.`]),
    ...(returned_versions === 0 ? [] : [`Versions shown again: ${returned_versions}.`]),
  ];
  return lines.join('\n');
}

export const storageCommands: readonly Command[] = [
  command({
    name: 'storage',
    args: '[name|id]',
    summary: 'says what a library takes on the disk, and which files take most; without one, each of yours',
    example: 'storage Papers',
    run: async (client, { args: [word] }) => {
      if (word === undefined) {
        const { libraries } = await client.call('GET libraries/');
        const measured: LibraryBytesJson[] = [];
        const rows: string[][] = [];
        for (const { id, name, is_mine } of libraries) {
          if (!is_mine) continue;
          const bytes = await client.call('GET libraries/:library_id/storage/', { library_id: id });
          measured.push(bytes);
          const freed = `${formatBytes(bytes.reclaimable)} can be freed`;
          rows.push([visible(name ?? '(unnamed)'), formatBytes(sumOf(bytes)), freed]);
        }
        return { json: measured, text: rows.length === 0 ? 'No libraries yet.' : table(rows) };
      }
      const { id } = await findLibrary(client, word);
      const bytes = await client.call('GET libraries/:library_id/storage/', { library_id: id });
      const { files } = await client.call('GET libraries/:library_id/storage/largest/', { library_id: id });
      const rows = files.map((file) => [
        formatBytes(file.bytes),
        `${file.versions}${file.has_more ? '+' : ''} versions`,
        visible(file.path),
      ]);
      const largest = rows.length === 0 ? '' : `\n\n${table(rows)}`;
      return { json: { ...bytes, largest: files }, text: `${partsText(bytes)}${largest}` };
    },
  }),
  command({
    name: 'retention',
    args: '<name|id> <days|forever>',
    summary: 'sets how long a library keeps earlier versions; says first what that frees and removes',
    options: TWICE,
    example: 'retention Papers 90 --dry-run',
    run: async (client, { args: [word = '', days = ''], options }) => {
      const keep_days = daysOf(days);
      const library = await findLibrary(client, word);
      const plan = await client.call('GET libraries/:library_id/storage/retention/', {
        library_id: library.id,
        keep_days,
      });
      const text = planText(library, plan);
      if (options['dry-run']) return { json: { ...plan, dry_run: true }, text };
      if (plan.removed_versions + plan.removed_deletions > 0) requireYes(options, text);
      await client.call('PATCH libraries/:library_id/', { library_id: library.id, keep_days });
      const after = 'Nothing is removed before the next clean-up: until then it can be set back.';
      return { json: { ...plan, dry_run: false }, text: `${text}\nSet. ${after}` };
    },
  }),
];
