import type { ServerEvent } from '../../src-shared/events.ts';
import type { HeadJournal } from '../store/head-journal.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import type { Tables } from '../store/sqlite/tables.ts';

/** Wall-clock time. */
export interface Clock {
  /** Unix seconds, whole. */
  nowSeconds(): number;
  /** Unix milliseconds. */
  nowMs(): number;
}

/** A clock that can also tell how long this process has been running. */
export interface RunningClock extends Clock {
  /** Milliseconds since some moment, from a clock that cannot be set. */
  steadyMs(): number;
}

/** Source of unguessable ids. */
export interface Ids {
  /** A lower-case UUID. */
  uuid(): string;
  /** Random bytes as lower-case hex, two digits a byte. */
  hex(byteCount: number): string;
}

/** Where services say what has changed, after it is durable. Must not throw and must not block. */
export interface EventSink {
  emit(event: ServerEvent): void;
}

/** What a running service has one of. Each part names, by `Pick`, what of it it is given. */
export interface Ports extends Tables {
  readonly objects: ObjectStore;
  readonly journal: HeadJournal;
  /** What linked folders did lately and is not saved yet. */
  readonly folderActivity: { forgetUnsaved(folderKeys: readonly number[]): void };
  readonly clock: RunningClock;
  readonly ids: Ids;
  readonly events: EventSink;
}
