import type { RestoreJson } from '../../../src-shared/libraries-api.ts';
import { command, TWICE, UsageError } from './command.ts';
import { withLeftOut } from './export-command.ts';
import { findLibrary } from './library-commands.ts';
import { formatBytes, visible } from './text.ts';

export const restoreCommand = command({
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
  const amount = `${visible(path)}, ${files} ${files === 1 ? 'file' : 'files'} (${formatBytes(bytes)})`;
  if (replaces !== true) return amount;
  return path === '/' ? `${amount}, in place of all that is there` : `${amount}, in place of the file there`;
}
