import { datedInCalendar, inCalendar } from '../calendar.ts';
import {
  DIR_MODE,
  type DirDirent,
  type Dirent,
  type EncodedDir,
  encodeDirInSteps,
} from '../objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../objects/object-id.ts';
import { inSteps, isStepDue, type Steps, type Yield } from '../steps.ts';
import { tableOf } from './dirents-of.ts';
import type { ReadDir } from './read-dir.ts';

/** A tree that was computed: its root, and the dir objects to store before anything may name it. */
export interface TreeResult {
  readonly rootId: ObjectId;
  /** Children before parents; only those that are not known to be stored. */
  readonly dirs: readonly NewDir[];
  readonly conflicts: readonly Conflict[];
}

/** A dir object that was made for the tree. */
export type NewDir = EncodedDir;

/** Something that could not have its name because something else has it. */
export interface Conflict {
  /** Where it was to go. */
  readonly path: string;
  /** Where it was put instead. */
  readonly conflictPath: string;
}

/** A folder that is being edited in memory. */
export interface WorkingDir {
  readonly storedId: ObjectId;
  /** By name. The row of an opened subfolder keeps the id and time it was stored with. */
  readonly rows: Map<string, Dirent>;
  /** Subfolders that were opened, by name; each has a row. */
  readonly opened: Map<string, WorkingDir>;
  isEdited: boolean;
  /** Newest time of what the edits put in or took out; null before the first. */
  touchedSeconds: number | null;
}

export interface DirsToEdit {
  readonly readDir: ReadDir;
  /** Waited for between the steps of what takes long; undefined: all in one go. */
  readonly yieldToEventLoop: Yield | undefined;
}

/** The folder `id` names, ready to be edited. */
export async function openWorkingDir(
  { readDir, yieldToEventLoop }: DirsToEdit,
  id: ObjectId,
): Promise<WorkingDir> {
  const rows = await inSteps(tableOf(id === EMPTY_ID ? [] : await readDir(id)), yieldToEventLoop);
  return { storedId: id, rows, opened: new Map(), isEdited: false, touchedSeconds: null };
}

/** The subfolder of that name, read once and then remembered; null when there is none. */
export async function openSubfolder(
  dirs: DirsToEdit,
  dir: WorkingDir,
  name: string,
): Promise<WorkingDir | null> {
  const known = dir.opened.get(name);
  if (known !== undefined) return known;
  const row = dir.rows.get(name);
  if (row?.kind !== 'dir') return null;
  const subfolder = await openWorkingDir(dirs, row.id);
  dir.opened.set(name, subfolder);
  return subfolder;
}

/**
 * Makes `dirent` the row of its name. A row that is there and equal is left alone, and so is the folder's time. Files on
 * disks are of any time; rows are of one that every calendar has.
 */
export function setRow(dir: WorkingDir, wanted: Dirent, timeSeconds = wanted.mtimeSeconds): void {
  const dirent = datedInCalendar(wanted);
  const row = dir.rows.get(dirent.name);
  if (row !== undefined && isSameDirent(row, dirent)) return;
  dir.rows.set(dirent.name, dirent);
  touch(dir, timeSeconds);
}

/** Takes the row of that name out, with whatever was opened below it. */
export function takeRow(dir: WorkingDir, name: string, timeSeconds: number): WorkingDir | undefined {
  const subfolder = dir.opened.get(name);
  dir.opened.delete(name);
  dir.rows.delete(name);
  touch(dir, timeSeconds);
  return subfolder;
}

function touch(dir: WorkingDir, timeSeconds: number): void {
  dir.isEdited = true;
  const inRange = inCalendar(timeSeconds);
  dir.touchedSeconds = Math.max(dir.touchedSeconds ?? inRange, inRange);
}

/** A row for a folder; empty unless an id is given. */
export function folderRow(name: string, mtimeSeconds: number, id: ObjectId = EMPTY_ID): DirDirent {
  return { kind: 'dir', name, id, mode: DIR_MODE, mtimeSeconds };
}

/** Whether two dirents say the same of an object, their names apart. */
export function isSameDirent(a: Dirent, b: Dirent): boolean {
  if (a.id !== b.id || a.mode !== b.mode || a.mtimeSeconds !== b.mtimeSeconds) return false;
  if (a.kind === 'dir') return b.kind === 'dir';
  return b.kind === 'file' && a.modifier === b.modifier && a.sizeBytes === b.sizeBytes;
}

/**
 * The id of the folder as edited. Dir objects that had to be made for it are added to `made`, children before
 * parents. A folder whose content came out as it was keeps its id, its row and its time.
 */
export function* sealWorkingDir(dir: WorkingDir, made: Map<ObjectId, NewDir>): Steps<ObjectId> {
  let isChanged = dir.isEdited;
  const rows: Dirent[] = [];
  let at = 0;
  for (const row of dir.rows.values()) {
    if (isStepDue(at++)) yield;
    const subfolder = dir.opened.get(row.name);
    const sealed = subfolder === undefined ? row : yield* sealRow(row, subfolder, made);
    if (sealed !== row) isChanged = true;
    rows.push(sealed);
  }
  return isChanged ? yield* makeDir(rows, made, [dir.storedId]) : dir.storedId;
}

function* sealRow(row: Dirent, subfolder: WorkingDir, made: Map<ObjectId, NewDir>): Steps<Dirent> {
  if (row.kind === 'file') return row;
  const id = yield* sealWorkingDir(subfolder, made);
  if (id === row.id) return row;
  return { ...row, id, mtimeSeconds: subfolder.touchedSeconds ?? row.mtimeSeconds };
}

/** The id of a dir object with these rows, added to `made` unless it is empty or one of those known to be stored. */
export function* makeDir(
  rows: readonly Dirent[],
  made: Map<ObjectId, NewDir>,
  storedIds: readonly (ObjectId | undefined)[],
): Steps<ObjectId> {
  const dir = yield* encodeDirInSteps(rows);
  if (dir.id !== EMPTY_ID && !storedIds.includes(dir.id) && !made.has(dir.id)) made.set(dir.id, dir);
  return dir.id;
}
