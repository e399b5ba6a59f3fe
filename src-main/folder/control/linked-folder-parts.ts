import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import { FolderCheckout } from '../checkout/folder-checkout.ts';
import { FolderWriter } from '../checkout/folder-writer.ts';
import { contentOf } from '../checkout/library-content.ts';
import { IgnoreConsentRecord } from '../ignore/ignore-consent.ts';
import { FolderIngest } from '../ingest/folder-ingest.ts';
import type { RetryList } from '../watch/retry-list.ts';
import { eventsOfCheckout } from './activity-events.ts';
import { FolderRules } from './folder-rules.ts';
import type { LinkedFolderActivity } from './linked-folder-activity.ts';
import type { LinkedFolderPorts, LinkedFolderSettings } from './linked-folder-setup.ts';
import type { LinkedRoot } from './linked-root.ts';

/** What both directions of a linked folder are made of. */
export interface DirectionParts {
  readonly folder: LinkedFolder;
  readonly ports: LinkedFolderPorts;
  readonly settings: LinkedFolderSettings;
  readonly activity: LinkedFolderActivity;
  readonly root: LinkedRoot;
  readonly retries: RetryList;
  /** Scans these folders soon. */
  readonly notify: (dirs: readonly string[]) => void;
  /** Something that is shown has changed. */
  readonly onChange: () => void;
  readonly isHalted: () => boolean;
  readonly rules: FolderRules;
}

/** What the folder leaves out, as it is on record. */
export function createRules(
  folder: LinkedFolder,
  { rows, journal }: LinkedFolderPorts,
  { ignoreDefaults }: LinkedFolderSettings,
): FolderRules {
  const consent = new IgnoreConsentRecord(folder, rows);
  return new FolderRules(ignoreDefaults, journal.exclusions(folder.key), consent);
}

/** The direction from the folder to its library. */
export function createIngest({
  folder,
  ports,
  settings,
  root,
  retries,
  isHalted,
}: DirectionParts): FolderIngest {
  return new FolderIngest({
    ...ports,
    ...{ folder, device: settings.device, retries, isHalted },
    readDir: createReadDir(ports.objects),
    headRootId: () => settings.library.headRootId(),
    libraryFileCount: () => settings.library.fileCount(),
    isSameRoot: () => root.isSame(),
  });
}

/** The direction from the library to its folder. */
export function createCheckout(parts: DirectionParts): FolderCheckout {
  const { folder, ports, settings, activity, root, retries, onChange, isHalted, rules } = parts;
  const { objects } = ports;
  return new FolderCheckout({
    ...ports,
    ...{ folder, retries, isHalted },
    askedFrom: settings.askedFrom,
    isOwnChangeSince: (rootId) => settings.library.isOwnChangeSince(rootId),
    writer: new FolderWriter(ports.fileSystem),
    readDir: createReadDir(objects),
    contentOf: (file) => contentOf(file, { objects, fileKey: settings.library.fileKey(), isHalted }),
    isSameRoot: () => root.isSame(),
    onWriting: (count) => activity.startWriting(count),
    onWritten: (file) => {
      activity.written(file);
      onChange();
    },
    onIgnoreFile: () => rules.consent.noteTouched(),
    onRecorded: (batch) => activity.log.add(eventsOfCheckout(batch, rules.excluded)),
  });
}
