import type { EntriesPageJson, HistoryPageJson } from '../../../src-shared/contents-api.ts';
import { type Command, command, limitOf } from './command.ts';
import { exportCommand } from './export-command.ts';
import { findLibrary } from './library-commands.ts';
import { restoreCommand } from './restore-command.ts';
import { firstLine, formatBytes, formatTime, table } from './text.ts';

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
