import { joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import type { FolderCheckout } from '../checkout/folder-checkout.ts';
import type { FolderIngest, IngestEvent, ScanRules } from '../ingest/folder-ingest.ts';
import type { DirtyPaths } from '../watch/event-debouncer.ts';
import { eventsOfIngest } from './activity-events.ts';
import type { DirectionParts } from './linked-folder-parts.ts';

type Parts = Pick<DirectionParts, 'folder' | 'ports' | 'activity' | 'root' | 'notify' | 'onChange'> & {
  readonly ingest: FolderIngest;
  readonly checkout: Pick<FolderCheckout, 'noteAgreed' | 'resolveIntents' | 'unresolved'>;
};

/**
 * Scans the places and takes in what differs. What the scan reports goes to the checkout and the activity. Returns
 * the time that scanning alone took.
 */
export async function takeIn(
  places: DirtyPaths,
  rules: Omit<ScanRules, 'root' | 'unresolved' | 'knownFiles'>,
  parts: Parts,
): Promise<number> {
  const { activity, root, ingest, checkout, ports, folder } = parts;
  const { isEverything: isFullRescan } = places;
  activity.startScan({ isFullRescan });
  parts.onChange();
  if (isFullRescan) activity.problems.clearAll();
  const known = { root: root.identity, unresolved: checkout.unresolved, knownFiles: activity.fileCount };
  const costMs = await ingest.scan(places, { ...rules, ...known }, (event) =>
    note(event, parts, isFullRescan),
  );
  activity.paused = ingest.paused.toJson(ports.index, folder.key);
  activity.rest();
  return costMs;
}

function note(event: IngestEvent, parts: Parts, isFullRescan: boolean): void {
  const { activity, notify, onChange } = parts;
  switch (event.kind) {
    case 'listed': {
      const { dir, failure, problems, entries } = event.listing;
      activity.problems.clear(dir, { isDeep: false });
      // It was not where the listing of its parent said.
      if (failure?.reason === 'vanished') notify([parentPath(dir)]);
      else for (const problem of problems) activity.noteProblem(problem);
      activity.scanned(entries.length);
      break;
    }
    case 'batch':
      activity.startBatch(event.files, event.bytes);
      return;
    case 'step':
      activity.ingested(event.step);
      break;
    case 'taken-in':
      noteTakenIn(event, parts);
      activity.endBatch(event.files, { isFullRescan });
      break;
  }
  onChange();
}

function noteTakenIn(
  { batch, report }: Extract<IngestEvent, { kind: 'taken-in' }>,
  { activity, checkout, root }: Parts,
): void {
  const { taken, problems, addedFiles, isCommitted, moved } = report;
  if (taken.changes.length > 0) checkout.noteAgreed(moved);
  activity.log.add(eventsOfIngest(batch, taken));
  for (const problem of problems) activity.noteProblem(problem);
  for (const row of batch.removed) activity.problems.clear(joinPath(row.dir, row.name), { isDeep: true });
  activity.fileCount += addedFiles;
  checkout.resolveIntents(taken.update.put.map(({ dir, name }) => joinPath(dir, name)));
  if (isCommitted) root.noteCommitted();
}
