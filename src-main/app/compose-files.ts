import { hostname } from 'node:os';
import { createConflictCopies } from '../usecases/files/conflict-copies.ts';
import { createConflictMerges } from '../usecases/files/conflict-merges.ts';
import { CopyTasks } from '../usecases/files/copy-tasks.ts';
import { createDownloads } from '../usecases/files/downloads.ts';
import { createFiles } from '../usecases/files/files.ts';
import { createItemEdits } from '../usecases/files/item-edits.ts';
import { createItemMoves } from '../usecases/files/item-moves.ts';
import { createItemProperties } from '../usecases/files/item-properties.ts';
import { createLibraryItems } from '../usecases/files/library-items.ts';
import { createPartialUploads } from '../usecases/files/partial-uploads.ts';
import { createSearch } from '../usecases/files/search.ts';
import { createSmartLinks } from '../usecases/files/smart-links.ts';
import { createStars } from '../usecases/files/stars.ts';
import { createThumbnails } from '../usecases/files/thumbnails.ts';
import { createUploads } from '../usecases/files/uploads.ts';
import { createVisitorUploads } from '../usecases/files/visitor-uploads.ts';
import { createZipDownloads } from '../usecases/files/zip-downloads.ts';
import { createAdminContents } from '../usecases/libraries/admin-contents.ts';
import type { Access } from './compose-access.ts';
import type { Engine } from './compose-engine.ts';
import type { ServiceParts } from './service-parts.ts';

/** The files and folders of libraries. */
export function composeFiles(
  parts: ServiceParts,
  { contents, edits, quotas, fileVersions }: Engine,
  { access, listing, accessLinks: links, unlocked, adminVisits }: Access,
) {
  const { tables, clock, ids } = parts;
  const { libraryTable, conflictNames, smartLinkTable, starTable } = tables;
  const downloads = createDownloads({ access, contents, links, unlocked });
  const libraryItems = createLibraryItems({ access, contents, edits });
  const moves = createItemMoves({ access, contents, edits, quotas });
  const conflictCopies = createConflictCopies({
    ...{ conflictNames, access, contents, edits, listing },
    ...{ historyTable: tables.historyTable, device: hostname() },
  });
  return {
    downloads,
    libraryItems,
    itemMoves: moves,
    itemProperties: createItemProperties({ table: tables.itemPropertyTable, access, contents }),
    files: createFiles({ access, contents, edits, downloads }),
    adminContents: createAdminContents({ access, contents, edits, downloads, visits: adminVisits }),
    itemEdits: createItemEdits({ access, contents, edits }),
    copyTasks: new CopyTasks({ moves, clock, ids }),
    conflictCopies,
    conflictMerges: createConflictMerges({
      ...{ access, contents, edits, downloads, fileVersions },
      ...{ copies: conflictCopies, historyTable: tables.historyTable },
    }),
    stars: createStars({ libraryTable, starTable, access, contents }),
    smartLinks: createSmartLinks({ smartLinkTable, access, contents, clock, ids }),
    search: createSearch({ access, contents, listing }),
    thumbnails: createThumbnails({ contents, downloads, libraryItems, makeThumbnail: parts.makeThumbnail }),
    zips: createZipDownloads({ access, contents, links, downloads, clock }),
  };
}

/** Files on their way in. */
export function composeUploads(
  { clock, ids, partialFiles }: ServiceParts,
  { contents, edits, pending }: Engine,
  { access, accessLinks: links }: Access,
  downloads: ReturnType<typeof createDownloads>,
) {
  const files = partialFiles ?? null;
  const uploads = createUploads({ access, links, downloads, edits });
  return {
    uploads,
    partialUploads: createPartialUploads({ access, contents, pending, uploads, files, clock }),
    visitorUploads: createVisitorUploads({ uploads, pending, files, ids }),
  };
}
