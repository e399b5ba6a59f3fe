import { closeSync, constants, futimesSync, openSync, writeSync } from 'node:fs';
import { DomainError } from '../../core/errors.ts';
import { BATCHED_FILE_MAX_BYTES } from '../../core/limits.ts';
import { decodeFile, type FileObject } from '../../core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { codeOf } from '../backend/backend.ts';
import type { NewFile } from '../objects/object-store.ts';
import type { ManyObjects, ReadLibrary } from './many-objects.ts';
import type { WritingFailure, WritingReply, WritingRequest } from './writing-threads.ts';

/** What a file is to hold; undefined when that cannot be said for sure. */
type ContentOf = (file: NewFile) => readonly Buffer[] | undefined;

/**
 * Writes those files all of whose content could be read and is what it should be; nothing is made of the others. Ends with
 * the first that the disk refuses.
 */
export function writeFilesOut(
  objects: ManyObjects,
  { files, folder, storeKey }: WritingRequest,
): WritingReply {
  const contentOf = readContents(objects, { folder, storeKey }, files);
  const left: number[] = [];
  for (const [at, file] of files.entries()) {
    const content = contentOf(file);
    if (content === undefined) {
      left.push(at);
      continue;
    }
    const failure = tryToWrite(file, content);
    if (failure !== null) return { left, failure };
  }
  return { left, failure: null };
}

/** First all file objects, then all blocks: what lies side by side is read in one go. */
function readContents(objects: ManyObjects, library: ReadLibrary, files: readonly NewFile[]): ContentOf {
  const fileIds = new Set(files.map(({ id }) => id));
  fileIds.delete(EMPTY_ID);
  const fileObjects = new Map<ObjectId, FileObject>([[EMPTY_ID, { blockIds: [], sizeBytes: 0 }]]);
  for (const [id, bytes] of objects.read(library, 'fs', fileIds)) {
    const fileObject = decoded(id, bytes);
    if (fileObject !== null && fileObject.sizeBytes <= BATCHED_FILE_MAX_BYTES)
      fileObjects.set(id, fileObject);
  }
  const blockIds = [...fileObjects.values()].flatMap((fileObject) => fileObject.blockIds);
  const blocks = objects.read(library, 'block', new Set(blockIds));
  return ({ id }) => {
    const fileObject = fileObjects.get(id);
    const content = fileObject?.blockIds.map((blockId) => blocks.get(blockId));
    if (!content?.every((block) => block !== undefined)) return undefined;
    const contentBytes = content.reduce((sum, block) => sum + block.length, 0);
    return contentBytes === fileObject?.sizeBytes ? content : undefined;
  };
}

/** Null: it is no file object. */
function decoded(id: ObjectId, bytes: Buffer): FileObject | null {
  try {
    return decodeFile(id, bytes);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** What the disk said against it; null when the file is there. */
function tryToWrite(file: NewFile, content: readonly Buffer[]): WritingFailure | null {
  try {
    writeNewFile(file, content);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { path: file.path, code: codeOf(error), message };
  }
}

function writeNewFile({ path, mtimeSeconds, isExecutable }: NewFile, content: readonly Buffer[]): void {
  // Exclusive: on a file system that folds letter case a second name must fail, not overwrite the first.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const descriptor = openSync(path, flags, isExecutable ? 0o777 : 0o666);
  try {
    for (const block of content) {
      for (let done = 0; done < block.length; ) done += writeSync(descriptor, block, done);
    }
    futimesSync(descriptor, mtimeSeconds, mtimeSeconds);
  } finally {
    closeSync(descriptor);
  }
}
