import type {
  EntriesPageJson,
  HistoryPageJson,
  RestoreJson,
  RestoreRequestJson,
} from '../../../src-shared/local-api.ts';
import { type Answer, type OnlineCommand, optionText, UsageError } from './command.ts';
import { exportCommand } from './export-command.ts';
import { findLibrary } from './library-commands.ts';
import { formatBytes, formatTime, table, visible } from './text.ts';

export const contentCommands: readonly OnlineCommand[] = [
  {
    name: 'ls',
    usage: '<library> [<path>] [--at <commit>]',
    summary: 'shows what is in a folder of a library, now or at a commit',
    minArgs: 1,
    maxArgs: 2,
    run: async (client, { args, options }) => {
      const library = await findLibrary(client, args[0] ?? '');
      const commit = optionText(options, 'at');
      const entries: EntriesPageJson['entries'] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query = new URLSearchParams({ path: args[1] ?? '/' });
        if (cursor !== '') query.set('cursor', cursor);
        if (commit !== undefined) query.set('commit', commit);
        const page: EntriesPageJson = await client.get(`libraries/${library.id}/entries/?${query}`);
        entries.push(...page.entries);
        cursor = page.cursor;
      }
      const rows = entries.map(({ name, kind, size, mtime }) =>
        kind === 'dir' ? ['', formatTime(mtime), `${name}/`] : [formatBytes(size), formatTime(mtime), name],
      );
      return { json: entries, text: rows.length === 0 ? 'Nothing is in there.' : table(rows) };
    },
  },
  {
    name: 'log',
    usage: '<library> [--path <path>] [--limit <n>]',
    summary: 'shows the history of a library, or of one path in it, newest first',
    minArgs: 1,
    maxArgs: 1,
    run: async (client, { args, options }) => {
      const library = await findLibrary(client, args[0] ?? '');
      const path = optionText(options, 'path');
      const limit = Number(optionText(options, 'limit') ?? 100);
      if (!Number.isSafeInteger(limit) || limit < 1)
        throw new UsageError('--limit needs a whole number from 1.');
      const commits: HistoryPageJson['commits'] = [];
      let cursor: string | null = '';
      while (cursor !== null && commits.length < limit) {
        const query = new URLSearchParams();
        if (cursor !== '') query.set('cursor', cursor);
        if (path !== undefined) query.set('path', path);
        const page: HistoryPageJson = await client.get(`libraries/${library.id}/history/?${query}`);
        commits.push(...page.commits);
        cursor = page.cursor;
      }
      const shown = commits.slice(0, limit);
      const rows = shown.map((commit) => [
        commit.id,
        formatTime(commit.time),
        commit.author,
        commit.description.split('\n')[0] ?? '',
      ]);
      return { json: shown, text: rows.length === 0 ? 'No commits.' : table(rows) };
    },
  },
  {
    name: 'restore',
    usage: '<library> <path> --at <commit> [--to <dir> | --dry-run]',
    summary: 'brings a file or folder back, in place as a new commit or to a folder on disk',
    minArgs: 2,
    maxArgs: 2,
    run: async (client, { args, options, resolvePath }): Promise<Answer> => {
      const library = await findLibrary(client, args[0] ?? '');
      const commit = optionText(options, 'at');
      if (commit === undefined) throw new UsageError('--at needs a commit id; "log" shows them.');
      const to = optionText(options, 'to');
      const isDryRun = options['dry-run'] === true;
      if (isDryRun && to !== undefined)
        throw new UsageError('--dry-run says what would change in the library: leave out --to.');
      const restored = await client.send<RestoreJson>('POST', `libraries/${library.id}/restore/`, {
        path: args[1] ?? '',
        commit_id: commit,
        ...(to === undefined ? {} : { to: resolvePath(to) }),
        ...(isDryRun ? { dry_run: true } : {}),
      } satisfies RestoreRequestJson);
      const { path, files, bytes } = restored;
      const text = isDryRun
        ? `Would restore ${visible(path)}, ${files} ${files === 1 ? 'file' : 'files'} (${formatBytes(bytes)}); nothing was changed.`
        : `Restored ${path}.`;
      return { json: restored, text };
    },
  },
  exportCommand,
];
