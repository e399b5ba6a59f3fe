import { objects } from './0001-objects.ts';
import { libraries } from './0002-libraries.ts';
import { accounts } from './0003-accounts.ts';
import { folders } from './0004-folders.ts';
import { objectSafety } from './0005-object-safety.ts';
import { keptHistory } from './0006-kept-history.ts';
import { twoWayFolders } from './0007-two-way-folders.ts';
import { retentionTime } from './0008-retention-time.ts';
import { shares } from './0009-shares.ts';
import { personal } from './0010-personal.ts';
import { deviceAddresses } from './0011-device-addresses.ts';
import { search } from './0012-search.ts';
import { lookingBack } from './0013-looking-back.ts';
import { administration } from './0014-administration.ts';
import { backup } from './0015-backup.ts';
import { unsortedObjects } from './0016-unsorted-objects.ts';
import { toldCommits } from './0017-told-commits.ts';
import { severalLinks } from './0018-several-links.ts';
import { agreedPatterns } from './0019-agreed-patterns.ts';
import { largeMoves } from './0020-large-moves.ts';
import { searchShares } from './0021-search-shares.ts';
import { backupDisk } from './0022-backup-disk.ts';
import { itemProperties } from './0023-item-properties.ts';
import { reach } from './0024-reach.ts';
import { openedSessions } from './0025-opened-sessions.ts';
import { smartLinks } from './0026-smart-links.ts';
import { libraryTokens } from './0027-library-tokens.ts';
import { commitTitles } from './0028-commit-titles.ts';
import { reachedAddresses } from './0029-reached-addresses.ts';
import { folderLibraries } from './0030-folder-libraries.ts';
import { commitNotes } from './0031-commit-notes.ts';
import { heartbeat } from './0032-heartbeat.ts';
import { historyRewrites } from './0033-history-rewrites.ts';
import { folderActivity } from './0034-folder-activity.ts';
import { historySizes } from './0035-history-sizes.ts';
import type { Migration } from './migration.ts';

/** Every step of the schema, oldest first, versions 1, 2, 3 … without gaps. Steps that have shipped never change. */
export const MIGRATIONS: readonly Migration[] = [
  objects,
  libraries,
  accounts,
  folders,
  objectSafety,
  keptHistory,
  twoWayFolders,
  retentionTime,
  shares,
  personal,
  deviceAddresses,
  search,
  lookingBack,
  administration,
  backup,
  unsortedObjects,
  toldCommits,
  severalLinks,
  agreedPatterns,
  largeMoves,
  searchShares,
  backupDisk,
  itemProperties,
  reach,
  openedSessions,
  smartLinks,
  libraryTokens,
  commitTitles,
  reachedAddresses,
  folderLibraries,
  commitNotes,
  heartbeat,
  historyRewrites,
  folderActivity,
  historySizes,
];

/** Tables after the last step. Without one of them a database is damaged, whatever version it says it has. */
export const TABLES: readonly string[] = [
  'admin_visits',
  'allowed_hosts',
  'api_tokens',
  'backup',
  'commit_changes',
  'commit_notes',
  'commits',
  'damaged_objects',
  'default_libraries',
  'finished_jobs',
  'folder_activity',
  'folder_entries',
  'folder_exclusions',
  'folder_intents',
  'folder_pending',
  'group_members',
  'group_shares',
  'groups',
  'history_rewrites',
  'history_sizes',
  'item_properties',
  'large_move_returns',
  'large_moves',
  'libraries',
  'library_tokens',
  'linked_folders',
  'network_reach',
  'object_packs',
  'object_stores',
  'objects',
  'pinned_commits',
  'public_links',
  'public_urls',
  'purged_libraries',
  'read_ranges',
  'retention_time',
  'rewritten_commits',
  'search_folders',
  'search_items',
  'search_libraries',
  'search_names',
  'search_texts',
  'search_words',
  'server_settings',
  'smart_links',
  'stars',
  'sync_tokens',
  'trash_items',
  'trusted_proxies',
  'unsorted_objects',
  'user_shares',
  'users',
];
