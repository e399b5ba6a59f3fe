import type { RestoreJson } from '../../../src-shared/libraries-api.ts';
import type { ExportedHistoryJson, JobJson } from '../../../src-shared/upkeep-api.ts';
import { type Answer, command, UsageError } from './command.ts';
import { endedJob } from './ended-job.ts';
import { findLibrary } from './library-commands.ts';
import { counted, formatBytes, table, visible } from './text.ts';

/** Paths shown of what was left out or renamed. */
const MOST_SHOWN = 50;

export const exportCommand = command({
  name: 'export',
  args: '<library>',
  summary: 'writes a library, as it is or was, to a new or empty folder',
  options: {
    to: { value: 'dir', about: 'the folder; needed' },
    at: { value: 'commit', about: 'the commit that is written; without it the library as it is' },
    'with-history': { about: 'makes a git repository of all versions' },
  },
  example: 'export Papers --to ~/papers-of-may --at 1f0c…',
  run: async (client, { args, options, resolvePath }) => {
    const { to, at: commit, 'with-history': withHistory } = options;
    if (to === undefined) throw new UsageError('--to needs a folder.');
    if (withHistory && commit !== undefined)
      throw new UsageError('--with-history writes every version: leave out --at.');
    const library = await findLibrary(client, args[0] ?? '');
    const answer = await client.call('POST libraries/:library_id/export/', {
      library_id: library.id,
      to: resolvePath(to),
      commit_id: commit,
      with_history: withHistory,
    });
    return 'state' in answer ? historyAnswer(await endedJob(client, answer)) : snapshotAnswer(answer);
  },
});

function snapshotAnswer(written: RestoreJson): Answer {
  const words = `Wrote ${counted(written.files, 'file')} (${formatBytes(written.bytes)}) to ${visible(written.path)}.`;
  return withLeftOut(written, words);
}

/** The answer about items written to disk. Exit code 1: not all of them. */
export function withLeftOut(written: RestoreJson, words: string): Answer {
  const { count, paths } = written.left_out ?? { count: 0, paths: [] };
  if (count === 0) return { json: written, text: words };
  const rows = table(paths.slice(0, MOST_SHOWN).map((path) => [path]));
  const text = `${words}\nLeft out, because this disk cannot hold the names or paths of ${counted(count, 'item')}, or takes them for others:\n${rows}`;
  return { json: written, text, exitCode: 1 };
}

function historyAnswer(job: JobJson): Answer {
  if (job.exported !== null) return answerOf(job.exported);
  const why = job.state === 'canceled' ? 'it was ended.' : job.details || `${job.reason}.`;
  return {
    json: job,
    text: `Not exported, and nothing of it is left in the folder: ${visible(why)}`,
    exitCode: 1,
  };
}

function answerOf(exported: ExportedHistoryJson): Answer {
  const { commits, path, empty_folders: empty, unreadable_count: lost, renamed_count: renamed } = exported;
  const lines = [
    `Wrote ${counted(commits, 'version')} to the git repository ${visible(path)}; "git log" there shows them.`,
  ];
  if (empty > 0) lines.push(`Git knows no empty folders; left out of the newest version: ${empty}.`);
  if (renamed > 0) {
    const rows = exported.renamed.slice(0, MOST_SHOWN).map((row) => [row.path, row.written_as]);
    lines.push(`Git refuses the names of ${counted(renamed, 'file')}, which got others:`, table(rows));
  }
  if (lost > 0) {
    const rows = exported.unreadable.slice(0, MOST_SHOWN).map((row) => [row.commit_id, row.path]);
    lines.push(
      `${counted(lost, 'change')} could not be read and stayed as before. Run a check:`,
      table(rows),
    );
  }
  if (exported.not_written !== '')
    lines.push(
      `The repository is whole, but not all of its newest files could be written: ${visible(exported.not_written)}`,
    );
  return {
    json: exported,
    text: lines.join('\n'),
    exitCode: lost > 0 || exported.not_written !== '' ? 1 : 0,
  };
}
