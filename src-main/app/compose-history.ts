import { commitTitle, commitTitleWords } from '../i18n/commit-title-messages.ts';
import type { LibraryItems } from '../usecases/files/library-items.ts';
import { createActivities } from '../usecases/history/activities.ts';
import { createAllTrash } from '../usecases/history/all-trash.ts';
import { createChangeLog, createRecentCommits } from '../usecases/history/change-log.ts';
import { createCommitNotes } from '../usecases/history/commit-notes.ts';
import { createCompareSnapshots } from '../usecases/history/compare-snapshots.ts';
import { createErasures, type ErasuresDependencies } from '../usecases/history/erasures.ts';
import { createHistory } from '../usecases/history/history.ts';
import { createHistorySearch } from '../usecases/history/history-search.ts';
import { createPins } from '../usecases/history/pins.ts';
import { createRestores } from '../usecases/history/restores.ts';
import { createSnapshots } from '../usecases/history/snapshots.ts';
import { createTimeSearch } from '../usecases/history/time-search.ts';
import { createTrash } from '../usecases/history/trash.ts';
import { createTrashRestores } from '../usecases/history/trash-restores.ts';
import { createVersions } from '../usecases/history/versions.ts';
import type { Access } from './compose-access.ts';
import type { Engine } from './compose-engine.ts';
import type { ServiceParts } from './service-parts.ts';

const TITLES = { titleIn: commitTitle, wordsIn: commitTitleWords };

/** History browsing: what happened, and when. */
export function composeHistory(
  { tables, objects, clock }: ServiceParts,
  { contents, changeLibrary, reading, retention }: Engine,
  { access, people, listing }: Access,
) {
  const { libraryTable, historySearchTable, historyTable, pinTable, searchFinds, searchIndex, searchTexts } =
    tables;
  const { commitNotes } = tables;
  const history = createHistory({
    libraryTable,
    historyTable,
    objects,
    access,
    people,
    commitNotes,
    reading,
    retention,
  });
  return {
    history,
    activities: createActivities({ history, listing, objects }),
    recentCommits: createRecentCommits({ history, listing }),
    changeLog: createChangeLog({ history, listing }),
    historySearch: createHistorySearch({
      historyTable,
      historySearchTable,
      access,
      people,
      retention,
      commitNotes,
      titles: TITLES,
      views: history,
    }),
    notes: createCommitNotes({ historyTable, commitNotes, access, clock }),
    timeSearch: createTimeSearch({
      historyTable,
      searchIndex,
      searchTexts,
      searchFinds,
      access,
      contents,
      listing,
      retention,
    }),
    snapshots: createSnapshots({ historyTable, access, contents, retention, views: history }),
    compareSnapshots: createCompareSnapshots({
      libraryTable,
      objects,
      access,
      contents,
      reading,
      views: history,
    }),
    pins: createPins({ historyTable, pinTable, access, contents, changeLibrary, views: history, clock }),
  };
}

/** Taking items out of history. */
export function composeErasures(
  { tables, objects, folderActivity, clock, events }: ServiceParts,
  { changeLibrary, reading, fileVersions, contents }: Engine,
  { access, people }: Access,
  { garbage, jobs }: Pick<ErasuresDependencies, 'garbage' | 'jobs'>,
) {
  const { libraryTable, folderLibraryTable, historyTable, historyRewriteTable, trashTable, pinTable } =
    tables;
  const {
    folderNeeds,
    linkedFolders,
    folderActivityTable,
    publicLinks,
    syncTokenTable,
    backupTable,
    searchIndex,
    itemPropertyTable,
  } = tables;
  return {
    erasures: createErasures({
      ...{ libraryTable, folderLibraryTable, historyTable, historyRewriteTable, trashTable, pinTable },
      ...{
        folderNeeds,
        linkedFolders,
        folderActivityTable,
        publicLinks,
        syncTokenTable,
        backupTable,
        searchIndex,
        itemPropertyTable,
      },
      transaction: tables.transaction,
      objects,
      folderActivity,
      clock,
      events,
      access,
      people,
      reading,
      changeLibrary,
      garbage,
      jobs,
      fileVersions,
      contents,
    }),
  };
}

/** What was deleted, and its way back. */
export function composeTrash(
  { tables, objects, secret, events }: ServiceParts,
  { edits, retention }: Engine,
  { access, people, listing }: Access,
) {
  const { libraryTable, folderLibraryTable, trashTable, transaction } = tables;
  return {
    trash: createTrash({
      libraryTable,
      folderLibraryTable,
      trashTable,
      transaction,
      objects,
      access,
      people,
      retention,
      secret,
      events,
    }),
    allTrash: createAllTrash({ trashTable, listing, people, retention, secret }),
    trashRestores: createTrashRestores({ trashTable, access, edits, people, retention }),
  };
}

/** Bringing back. */
export function composeRestores(
  { contents, edits, fileVersions }: Engine,
  { access, unlocked }: Access,
  { libraryItems: items }: { readonly libraryItems: LibraryItems },
) {
  return {
    restores: createRestores({ access, contents, edits, items, unlocked }),
    versions: createVersions({ access, contents, items, fileVersions }),
  };
}
