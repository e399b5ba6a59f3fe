import type { EntriesPageJson, HistoryPageJson } from '../../../src-shared/contents-api.ts';
import type { RestoreJson } from '../../../src-shared/libraries-api.ts';
import { type Command, command, limitOf, TWICE, UsageError } from './command.ts';
import { exportCommand, withLeftOut } from './export-command.ts';
import { findLibrary } from './library-commands.ts';
import { counted, firstLine, formatBytes, formatTime, table, visible } from './text.ts';

const restoreCommand = command({
  name: 'restore',
  args: '<library> <path>',
  summary: 'brings a file or folder back, in place as a new commit or to a folder on disk',
  options: {
    at: { value: 'commit', about: 'the commit that it is taken from; needed, and "log" shows them' },
    to: { value: 'dir', about: 'a new or empty folder on disk; without it in place' },
    ...TWICE,
    yes: { about: 'not needed: what is there now stays in the history' },
  },
  example: 'restore Papers /Letters --at 1f0c… --to ~/letters-of-may',
  run: async (client, { args, options, resolvePath }) => {
    const library = await findLibrary(client, args[0] ?? '');
    const { at: commit, to } = options;
    if (commit === undefined) throw new UsageError('--at needs a commit id; "log" shows them.');
    if (options['dry-run'] && to !== undefined)
      throw new UsageError('--dry-run says what would change in the library: leave out --to.');
    const what = { library_id: library.id, path: args[1] ?? '', commit_id: commit };
    if (to !== undefined) {
      const written = await client.call('POST libraries/:library_id/restore/', {
        ...what,
        to: resolvePath(to),
      });
      return withLeftOut(written, `Restored ${visible(written.path)}.`);
    }
    if (options['dry-run']) {
      const preview = await client.call('POST libraries/:library_id/restore/', { ...what, dry_run: true });
      return { json: preview, text: `Would restore ${previewText(preview)}; nothing was changed.` };
    }
    const restored = await client.call('POST libraries/:library_id/restore/', what);
    return { json: restored, text: `Restored ${visible(restored.path)}.` };
  },
});

function previewText({ path, files, bytes, replaces }: RestoreJson): string {
  const amount = `${visible(path)}, ${counted(files, 'file')} (${formatBytes(bytes)})`;
  if (replaces !== true) return amount;
  return path === '/' ? `${amount}, in place of all that is there` : `${amount}, in place of the file there`;
}

export const contentCommands: readonly Command[] = [
  command({
    name: 'ls',
    args: '<library> [path]',
    summary: 'shows what is in a folder of a library, now or at a commit',
    options: { at: { value: 'commit', about: 'as it was at this commit; "log" shows them' } },
    example: 'ls Papers /Letters',
    run: async (client, { args, options }) => {
      const library = await findLibrary(client, args[0] ?? '');
      const { at: commit } = options;
      const entries: EntriesPageJson['entries'] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: EntriesPageJson = await client.call('GET libraries/:library_id/entries/', {
          library_id: library.id,
          path: args[1] ?? '/',
          commit,
          cursor,
        });
        entries.push(...page.entries);
        cursor = page.cursor;
      }
      const rows = entries.map(({ name, kind, size, mtime }) =>
        kind === 'dir' ? ['', formatTime(mtime), `${name}/`] : [formatBytes(size), formatTime(mtime), name],
      );
      return { json: entries, text: rows.length === 0 ? 'Nothing is in there.' : table(rows) };
    },
  }),
  command({
    name: 'log',
    args: '<library>',
    summary: 'shows the history of a library, or of one path in it, newest first',
    options: {
      path: { value: 'path', about: 'only what changed this path or what is below it' },
      limit: { value: 'n', about: 'so many commits; 100 without it' },
    },
    example: 'log Papers --path /Letters --limit 10',
    run: async (client, { args, options }) => {
      const library = await findLibrary(client, args[0] ?? '');
      const { path } = options;
      const limit = limitOf(options, 100);
      const commits: HistoryPageJson['commits'] = [];
      let cursor: string | null = '';
      while (cursor !== null && commits.length < limit) {
        const page: HistoryPageJson = await client.call('GET libraries/:library_id/history/', {
          library_id: library.id,
          path,
          cursor,
        });
        commits.push(...page.commits);
        cursor = page.cursor;
      }
      const shown = commits.slice(0, limit);
      const rows = shown.map((commit) => [
        commit.id,
        formatTime(commit.time),
        commit.author,
        firstLine(commit.description),
      ]);
      return { json: shown, text: rows.length === 0 ? 'No commits.' : table(rows) };
    },
  }),
  restoreCommand,
  exportCommand,
];
