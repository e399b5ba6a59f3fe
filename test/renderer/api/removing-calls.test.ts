import { describe, expect, it } from 'vitest';
import { LOCAL_CALLS, type LocalCall } from '../../../src-shared/local-api.ts';

// No call that removes something is sent without a sheet that says what, or an undo that names it. A new call
// is listed here with which of the two it has: a call that is in no list fails this test.

type Guard =
  /** Its sender offers to undo it. */
  | 'undo'
  /** The module that does so, or the component that asks before. */
  | `${string}.ts`
  | `${string}.svelte`;

const PURGING = {
  'features/libraries/DeletedLibraries.svelte': 'features/libraries/DeletedLibraries.svelte',
} as const;

/** Calls that remove files, versions, libraries or what keeps them, by where they are sent from. */
const GUARDED: { readonly [call in LocalCall]?: Readonly<Record<string, Guard>> } = {
  'POST libraries/:library_id/items/delete/': {
    'features/files/deletion.svelte.ts': 'features/files/DeletionSheet.svelte',
  },
  // What is moved leaves its place, and what is replaced goes.
  'POST libraries/:library_id/items/transfer/': { 'features/files/item-actions.ts': 'undo' },
  'POST libraries/:library_id/items/undo/': { 'app/undo-stack.ts': 'ui/UndoDialog.svelte' },
  'POST libraries/:library_id/commits/:commit_id/undo/': {
    'features/history/undo-flow.svelte.ts': 'features/history/UndoSheet.svelte',
  },
  'POST libraries/:library_id/moments/restore/': {
    'features/files/restore-plan.svelte.ts': 'features/files/RestoreSheet.svelte',
  },
  'DELETE libraries/:library_id/commits/:commit_id/note/': { 'features/history/notes.svelte.ts': 'undo' },
  'DELETE libraries/:library_id/commits/:commit_id/pin/': { 'features/history/pins.svelte.ts': 'undo' },
  'POST libraries/:library_id/restore/': {
    'features/files/restore-plan.svelte.ts': 'features/files/RestoreSheet.svelte',
    'features/history/CommitDetail.svelte': 'undo',
    'features/search/search.svelte.ts': 'undo',
  },
  'POST libraries/:library_id/versions/restore/': { 'features/details/version-actions.ts': 'undo' },
  'POST libraries/:library_id/trash/restore/': {
    'features/files/item-actions.ts': 'undo',
    'features/trash/trash-items.svelte.ts': 'undo',
  },
  'DELETE libraries/:library_id/trash/': {
    'features/trash/trash-items.svelte.ts': 'features/trash/EmptyTrashDialog.svelte',
  },
  'POST libraries/:library_id/trash/purge/': {
    'features/trash/trash-items.svelte.ts': 'features/trash/PurgeSheet.svelte',
  },
  'POST libraries/:library_id/conflicts/resolve/': { 'features/conflicts/conflict-actions.ts': 'undo' },
  'POST libraries/:library_id/conflicts/merge/': { 'features/conflicts/conflict-actions.ts': 'undo' },
  'POST libraries/:library_id/erasures/': {
    'features/erase/erasing.svelte.ts': 'features/erase/EraseDialog.svelte',
  },
  'DELETE libraries/:library_id/': {
    'features/libraries/libraries.svelte.ts': 'features/libraries/DeleteLibrarySheet.svelte',
  },
  // It can shorten how long versions are kept.
  'PATCH libraries/:library_id/': {
    'features/libraries/libraries.svelte.ts': 'features/libraries/RetentionSetting.svelte',
  },
  'DELETE admin/libraries/:library_id/': {
    'features/admin/library-changes.svelte.ts': 'features/admin/AdminLibraryDialogs.svelte',
  },
  'PATCH admin/libraries/:library_id/': {
    'features/admin/library-changes.svelte.ts': 'features/admin/RetentionDialog.svelte',
  },
  'DELETE admin/libraries/:library_id/entries/': {
    'features/files/AdminFolder.svelte': 'features/files/AdminFolder.svelte',
  },
  'DELETE admin/users/:email/': {
    'features/people/DeleteUserDialog.svelte': 'features/people/DeleteUserDialog.svelte',
  },
  'DELETE admin/groups/:group_id/': {
    'features/people/all-groups.svelte.ts': 'features/people/GroupsTable.svelte',
  },
  // The clean-up among these jobs deletes what nothing needs any more, after telling how much that is.
  'POST admin/jobs/': { 'features/upkeep/jobs.svelte.ts': 'features/upkeep/CleanUpCard.svelte' },
  'POST garbage/': { 'features/upkeep/CleanUpCard.svelte': 'features/upkeep/CleanUpCard.svelte' },
  'PATCH admin/settings/': { 'features/settings/DefaultRetention.svelte': 'undo' },
  'PUT folders/:folder_id/excluded/': {
    'features/folders/SubfoldersDialog.svelte': 'features/folders/SubfoldersDialog.svelte',
  },
  // Held deletions are done in the library, or undone in the folder.
  'POST folders/:folder_id/accept/': {
    'features/folders/folder-commands.ts': 'features/folders/PausedChangesDialog.svelte',
  },
  'POST folders/:folder_id/put-back/': {
    'features/folders/folder-commands.ts': 'features/folders/PausedChangesDialog.svelte',
  },
  'DELETE folders/:folder_id/': {
    'features/folders/folder-commands.ts': 'features/folders/FolderDialogs.svelte',
  },
  'PUT backup/': {
    'features/folders/backup/BackupDialog.svelte': 'features/folders/backup/BackupDialog.svelte',
    'features/folders/backup/BackupSetting.svelte': 'undo',
  },
  // It cuts off connected devices; turning it on again brings them back.
  'PUT reach/': { 'features/settings/reach/ReachSwitch.svelte': 'undo' },
  'DELETE reach/names/:name/': { 'features/settings/reach/ReachEntries.svelte': 'undo' },
  'DELETE reach/public-urls/': { 'features/settings/reach/ReachEntries.svelte': 'undo' },
  'DELETE reach/proxies/:address/': { 'features/settings/reach/ReachEntries.svelte': 'undo' },
  'DELETE libraries/:library_id/tokens/': {
    'features/libraries/LibraryTokens.svelte': 'features/libraries/LibraryTokens.svelte',
  },
  'DELETE libraries/:library_id/shares/': { 'features/sharing/library-sharing.svelte.ts': 'undo' },
  'DELETE public-links/:token/': { 'features/sharing/share-links.svelte.ts': 'undo' },
  'DELETE sharing/received/:library_id/': {
    'features/sharing/ReceivedList.svelte': 'features/sharing/ReceivedList.svelte',
  },
  'DELETE devices/:device_id/': {
    'features/settings/DeviceList.svelte': 'features/settings/DeviceList.svelte',
  },
  'DELETE deleted-libraries/:library_id/': PURGING,
  'DELETE admin/deleted-libraries/:library_id/': PURGING,
};

/** All others that pages send and that do not only read: they add, or change what can be changed back in the same place. */
const HARMLESS: readonly LocalCall[] = [
  'DELETE admin/jobs/:job_id/',
  'DELETE session/',
  'PUT libraries/:library_id/password/',
  // They remove nothing: the password opens the library again.
  'DELETE libraries/:library_id/unlock/',
  'DELETE unlocked-libraries/',
  // A code that is no longer needed, as its dialog is closed.
  'DELETE devices/code/',
  'DELETE transfers/:task_id/',
  'PATCH admin/users/:email/',
  'PATCH backup/rehearsal/',
  'POST admin/deleted-libraries/:library_id/restore/',
  'POST admin/libraries/',
  'POST admin/libraries/:library_id/download-link/',
  'POST admin/libraries/:library_id/folders/',
  'POST admin/users/:email/reset-password/',
  'POST backup/check/',
  'POST backup/contents/',
  'POST backup/rehearsal/run/',
  'POST backup/repair/',
  'POST backup/restore/',
  'POST backup/run/',
  'POST browse/',
  'POST deleted-libraries/:library_id/restore/',
  'POST folders/',
  'POST folders/:folder_id/ignore/agree/',
  'POST folders/:folder_id/ignore/preview/',
  'POST folders/:folder_id/lock/',
  'POST folders/:folder_id/pause/',
  'POST folders/:folder_id/relink/',
  'POST folders/:folder_id/rescan/',
  'POST folders/:folder_id/resume/',
  'POST folders/:folder_id/unlock/',
  'POST libraries/',
  'POST sample-library/',
  'POST libraries/:library_id/download-link/',
  'POST libraries/:library_id/erasures/plan/',
  'POST libraries/:library_id/export-link/',
  'POST libraries/:library_id/export/',
  'POST libraries/:library_id/items/existing/',
  'POST libraries/:library_id/items/measure/',
  'POST libraries/:library_id/items/new-folder/',
  'POST libraries/:library_id/items/rename/',
  'POST libraries/:library_id/unlock/',
  'POST libraries/:library_id/upload-link/',
  'POST libraries/:library_id/zip-link/',
  'POST public-links/',
  'POST public-links/:token/put-back/',
  'POST session/',
  'POST session/password/',
  'POST devices/',
  'POST devices/code/',
  'POST libraries/:library_id/tokens/',
  'POST reach/names/',
  'POST reach/proxies/',
  'POST reach/public-urls/',
  'POST reach/names/dismiss/',
  'POST tokens/',
  'POST users/',
  'PUT account/password/',
  'PUT folders/:folder_id/ignore/',
  'PUT libraries/:library_id/commits/:commit_id/note/',
  'PUT libraries/:library_id/commits/:commit_id/pin/',
  'PUT libraries/:library_id/shares/',
  'PUT public-links/:token/',
  // Rights are seen, given and taken in one place, and no file goes with them.
  'DELETE admin/groups/:group_id/members/:email/',
  'PATCH admin/groups/:group_id/',
  'PATCH admin/groups/:group_id/members/:email/',
  'POST admin/groups/',
  'POST admin/groups/:group_id/members/',
];

const raw = import.meta.glob<string>('../../../src-renderer/**/*.{ts,svelte}', {
  ...{ eager: true, query: '?raw', import: 'default' },
});
// A type that names a call sends nothing.
const sources = Object.entries(raw).map(
  ([file, text]) => [file.replace(/^.*src-renderer\//, ''), text.replace(/FieldsOf<'[^']*'>/g, '')] as const,
);

const sent = Object.keys(LOCAL_CALLS).filter((call) =>
  sources.some(([, text]) => text.includes(`'${call}'`)),
);

/** Where a call is sent from. */
function senders(call: string): string[] {
  // The one call that removes something and is sent for other components, several times over.
  const words = call.endsWith('/items/undo/') ? 'api.items.undo(' : `'${call}'`;
  return sources
    .filter(([file, text]) => !file.startsWith('api/') && text.includes(words))
    .map(([file]) => file);
}

describe('every call of the interface', () => {
  it('is said to take something away, or not to', () => {
    const changing = sent.filter((call) => !call.startsWith('GET '));
    expect(changing.toSorted()).toEqual([...Object.keys(GUARDED), ...HARMLESS].toSorted());
  });

  it.each(Object.entries(GUARDED))(
    '%s is sent from where it is guarded, and nowhere else',
    (call, guards) => {
      expect(senders(call).toSorted()).toEqual(Object.keys(guards).toSorted());
      for (const [file, guard] of Object.entries(guards)) {
        const asks = guard.endsWith('.svelte');
        const [, text] = sources.find(([name]) => name === (guard === 'undo' ? file : guard)) ?? [];
        expect(text, guard).toMatch(
          asks ? /<(Dialog|RemovalSheet|TypedConfirm)\b|dry_run: true/ : /\.offer\(/,
        );
      }
    },
  );

  it('is found by its name: no source puts one together', () => {
    const made = sources.filter(([, text]) => /`(GET|POST|PUT|PATCH|DELETE) /.test(text));
    expect(made.map(([file]) => file)).toEqual([]);
  });
});
