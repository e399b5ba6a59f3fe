import type { ChangeLibrary } from '../services/change-library.ts';
import type { Clock } from '../services/ports.ts';
import type {
  FolderIndex,
  FolderReader,
  FolderWatcher,
  FolderWriter,
  IngestObjects,
  LinkedFolderRows,
  Timers,
} from './ports.ts';
import type { Turns } from './turns.ts';

/** All that a linked folder does to the world. */
export interface LinkedFolderPorts {
  readonly rows: LinkedFolderRows;
  readonly index: FolderIndex;
  readonly reader: FolderReader;
  readonly writer: FolderWriter;
  readonly watcher: FolderWatcher;
  readonly objects: IngestObjects;
  readonly commitChanges: ChangeLibrary['commitChanges'];
  readonly clock: Clock;
  readonly timers: Timers;
}

export interface LinkedFolderSettings {
  readonly ignoreDefaults: string;
  /** Name of this computer, for history. */
  readonly device: string;
  /** How to name the library to those who look. */
  readonly libraryName: () => string;
  /** Something that `toJson` shows is different; at most four times a second. */
  readonly onChange: () => void;
  /** Throws why the library takes nothing in now, if so. */
  readonly checkLibrary: () => void;
  /** Looks at whole folders wait for their turn, so that few of them run at a time. */
  readonly turns: Turns;
}

/** How long a linked folder waits for what, in milliseconds. */
export const PACE = {
  /** Long enough for a program to write all it writes in one go, short enough that a save is in history at once. */
  quietMs: 100,
  longestQuietMs: 1500,
  /** A disk is plugged in at the pace of people. */
  awayPollMs: 2000,
  /** A refusal is taken back at the pace of people, too. */
  troubleRetryMs: 10_000,
  /** The reading threads are warm while someone works in the folder. */
  keepReaderMs: 60_000,
} as const;
