import { describe, expect, it } from 'vitest';
import { createApi } from '../../../src-renderer/api/api.ts';
import { answering } from '../fake-http.ts';

// Nothing that takes something away is sent without a sheet that says what, or an undo that names it. Whoever adds a call
// says here which of the two it has: a call that is in no list fails this test.

type Guard =
  /** Whoever sends it offers to take it back. */
  | 'undo'
  /** The module that does so, or the component that asks before. */
  | `${string}.ts`
  | `${string}.svelte`;

/** One screen shows the deleted libraries of one person, or of all. */
const PURGING = {
  'features/libraries/DeletedLibraries.svelte': 'features/libraries/DeletedLibraries.svelte',
} as const;

/** Calls that take away files, versions, libraries or what keeps them, by where they are sent from. */
const GUARDED: Readonly<Record<string, Readonly<Record<string, Guard>>>> = {
  'items.remove': { 'features/files/deletion.svelte.ts': 'features/files/DeletionSheet.svelte' },
  // What is moved leaves its place, and what is replaced goes.
  'items.transfer': { 'features/files/item-actions.ts': 'undo' },
  'items.undo': { 'app/undo-stack.ts': 'ui/UndoDialog.svelte' },
  'historyBrowsing.undo': { 'features/history/undo-flow.svelte.ts': 'features/history/UndoSheet.svelte' },
  'historyBrowsing.restore': {
    'features/files/restore-plan.svelte.ts': 'features/files/RestoreSheet.svelte',
  },
  'historyBrowsing.unpin': { 'features/history/pins.svelte.ts': 'undo' },
  'files.restore': {
    'features/history/CommitDetail.svelte': 'undo',
    'features/search/search-actions.ts': 'undo',
  },
  'versions.restore': { 'features/details/version-actions.ts': 'undo' },
  'trash.restore': {
    'features/files/item-actions.ts': 'undo',
    'features/trash/all-trash.svelte.ts': 'undo',
    'features/trash/TrashScreen.svelte': 'undo',
  },
  'trash.empty': {
    'features/trash/all-trash.svelte.ts': 'features/trash/EmptyTrashDialog.svelte',
    'features/trash/TrashScreen.svelte': 'features/trash/EmptyTrashDialog.svelte',
  },
  'overview.resolveConflict': { 'features/conflicts/conflict-actions.ts': 'undo' },
  'libraries.remove': {
    'features/libraries/libraries.svelte.ts': 'features/libraries/DeleteLibrarySheet.svelte',
  },
  // It can shorten how long versions are kept.
  'libraries.update': {
    'features/libraries/libraries.svelte.ts': 'features/libraries/RetentionSetting.svelte',
  },
  'admin.removeLibrary': {
    'features/admin/library-changes.svelte.ts': 'features/admin/AdminLibraryDialogs.svelte',
  },
  'admin.updateLibrary': {
    'features/admin/library-changes.svelte.ts': 'features/admin/RetentionDialog.svelte',
  },
  'adminContents.remove': { 'features/files/AdminFolder.svelte': 'features/files/AdminFolder.svelte' },
  'adminUsers.remove': {
    'features/people/DeleteUserDialog.svelte': 'features/people/DeleteUserDialog.svelte',
  },
  'adminGroups.remove': { 'features/people/all-groups.svelte.ts': 'features/people/GroupsTable.svelte' },
  // The clean-up among its jobs deletes what nothing needs any more, after telling how much that is.
  'adminWork.start': { 'features/upkeep/jobs.svelte.ts': 'features/upkeep/CleanUpCard.svelte' },
  'adminWork.changeSettings': { 'features/settings/DefaultRetention.svelte': 'undo' },
  'folders.leaveOut': {
    'features/folders/SubfoldersDialog.svelte': 'features/folders/SubfoldersDialog.svelte',
  },
  // Held deletions are done in the library, or undone in the folder.
  'folders.answer': { 'features/folders/folder-commands.ts': 'features/folders/PausedChangesDialog.svelte' },
  'folders.unlink': { 'features/folders/folder-commands.ts': 'features/folders/UnlinkSheet.svelte' },
  'backup.set': {
    'features/folders/backup/BackupDialog.svelte': 'features/folders/backup/BackupDialog.svelte',
    'features/folders/backup/BackupSetting.svelte': 'undo',
  },
  'sharing.unshare': { 'features/sharing/library-sharing.svelte.ts': 'undo' },
  'sharing.removeLink': { 'features/sharing/share-links.svelte.ts': 'undo' },
  'sharing.leave': { 'features/sharing/ReceivedList.svelte': 'features/sharing/LeaveDialog.svelte' },
  'devices.revoke': { 'features/settings/DeviceList.svelte': 'features/settings/DeviceList.svelte' },
  'deletedLibraries.purge': PURGING,
  'adminDeletedLibraries.purge': PURGING,
};

/** All others: they read, add, or change what can be changed back where it was changed. */
const HARMLESS: Readonly<Record<string, string>> = {
  activity: 'devices log',
  admin: 'createLibrary libraries library owners visits',
  adminContents: 'createFolder downloadLink list',
  adminDeletedLibraries: 'page restore',
  // Rights are seen, given and taken in one place, and no file goes with them.
  adminGroups: 'addMembers create libraries members page removeMember rename setRole',
  adminUsers: 'create page resetPassword update',
  adminWork: 'cancel cleanUpPlan jobs settings whatIf',
  backup: 'check contents restore run status',
  deletedLibraries: 'page restore',
  devices: 'docs list token',
  files: 'content downloadLink list restoreSeveralToDisk restoreToDisk',
  folders:
    'activity agreeToIgnoreRules browse command defaults held ignoreRules link list makeFolder pause preflight previewIgnoreRules relink ' +
    'saveIgnoreRules secrets subfolders unlock',
  history: 'commit page',
  items:
    'endTransfer existing exportHistory exportLink lock measure newFolder rename transferProgress unlock uploadLink ' +
    'zipLink',
  libraries: 'create find list',
  historyBrowsing: 'activity differences entries facets pin pins search snapshot',
  overview: 'conflicts recentChanges storage',
  search: 'find',
  session: 'account changePassword commands givePassword password signIn signOut status',
  sharing: 'changeLink given links makeLink putLinkBack received share shares targets',
  trash: 'all here page',
  versions: 'page',
};

const api = createApi(answering({}));
const calls = Object.entries(api)
  .filter(([group]) => group !== 'events')
  .flatMap(([group, methods]) => Object.keys(methods).map((method) => `${group}.${method}`));

const raw = import.meta.glob<string>('../../../src-renderer/**/*.{ts,svelte}', {
  ...{ eager: true, query: '?raw', import: 'default' },
});
const sources = new Map(
  Object.entries(raw)
    .map(([file, text]) => [file.replace(/^.*src-renderer\//, ''), text] as const)
    .filter(([file]) => !file.startsWith('api/')),
);

/** Where a call is sent from. */
function senders(call: string): string[] {
  const sent = call.endsWith('.purge') ? 'api.purge(' : `api.${call}(`;
  return [...sources].filter(([, text]) => text.includes(sent)).map(([file]) => file);
}

describe('every call of the interface', () => {
  it('is said to take something away, or not to', () => {
    const harmless = Object.entries(HARMLESS).flatMap(([group, names]) =>
      names.split(' ').map((method) => `${group}.${method}`),
    );
    expect(calls.toSorted()).toEqual([...Object.keys(GUARDED), ...harmless].toSorted());
  });

  it.each(Object.entries(GUARDED))(
    '%s is sent from where it is guarded, and nowhere else',
    (call, guards) => {
      expect(senders(call).toSorted()).toEqual(Object.keys(guards).toSorted());
      for (const [file, guard] of Object.entries(guards)) {
        const asks = guard.endsWith('.svelte');
        const text = sources.get(guard === 'undo' ? file : guard);
        expect(text, guard).toMatch(asks ? /<(Dialog|RemovalSheet|TypedConfirm)\b|cleanUpPlan/ : /\.offer\(/);
      }
    },
  );

  it('is found by its name: no source takes the interface apart', () => {
    const taken = [...sources].filter(([, text]) => /\{[^}=]*\}\s*=\s*(this\.#deps\.)?api\b[^.(]/.test(text));
    expect(taken.map(([file]) => file)).toEqual([]);
  });
});
