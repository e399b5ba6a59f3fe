import { commitTitle, commitTitleWords } from '../i18n/commit-title-messages.ts';
import type { LibraryItems } from '../usecases/files/library-items.ts';
import { createActivities } from '../usecases/history/activities.ts';
import { createAllTrash } from '../usecases/history/all-trash.ts';
import { createChangeLog, createRecentCommits } from '../usecases/history/change-log.ts';
import { createCommitNotes } from '../usecases/history/commit-notes.ts';
import { createCompareSnapshots } from '../usecases/history/compare-snapshots.ts';
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
  const { libraries } = tables;
  const history = createHistory({
    libraries,
    history: tables.history,
    objects,
    access,
    people,
    commitNotes: tables.commitNotes,
    reading,
    retention,
  });
  return {
    history,
    activities: createActivities({ history, listing, objects }),
    recentCommits: createRecentCommits({ history, listing }),
    changeLog: createChangeLog({ history, listing }),
    historySearch: createHistorySearch({
      ...{ history: tables.history, historySearch: tables.historySearch, commitNotes: tables.commitNotes },
      ...{ access, people, retention, titles: TITLES, views: history },
    }),
    notes: createCommitNotes({
      ...{ history: tables.history, commitNotes: tables.commitNotes, access, clock },
    }),
    timeSearch: createTimeSearch({
      history: tables.history,
      searchIndex: tables.searchIndex,
      searchTexts: tables.searchTexts,
      searchFinds: tables.searchFinds,
      access,
      contents,
      listing,
      retention,
    }),
    snapshots: createSnapshots({ history: tables.history, access, contents, retention, views: history }),
    compareSnapshots: createCompareSnapshots({
      libraries,
      objects,
      access,
      contents,
      reading,
      views: history,
    }),
    pins: createPins({
      history: tables.history,
      pins: tables.pins,
      access,
      contents,
      changeLibrary,
      views: history,
      clock,
    }),
  };
}

/** What was deleted, and its way back. */
export function composeTrash(
  { tables, objects, secret, events }: ServiceParts,
  { edits, retention }: Engine,
  { access, people, listing }: Access,
) {
  const { libraries, trash } = tables;
  return {
    trash: createTrash({ libraries, trash, objects, access, people, retention, secret, events }),
    allTrash: createAllTrash({ trash, listing, people, retention, secret }),
    trashRestores: createTrashRestores({ trash, access, edits, people, retention }),
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
