import { type Said, said } from '../../../src-shared/service-words.ts';
import { isStorableName, portabilityOf } from '../../core/library/name.ts';
import { MAX_DEPTH } from '../../core/tree/split-path.ts';
import type { ProblemReason } from '../ports.ts';

/** The limit of dir objects, and of Linux. */
const MAX_NAME_BYTES = 255;

export interface NameError {
  readonly reason: ProblemReason;
  readonly said: Said;
}

/** Why a name cannot be in both a folder and a library; null when it can. */
export function nameError(path: string, name: string): NameError | null {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    return { reason: 'name-too-long', said: said('nameTooLong', { count: MAX_NAME_BYTES }) };
  }
  if (!isStorableName(name)) {
    return { reason: 'name-invalid', said: said('nameCharacter') };
  }
  if (path.split('/').length > MAX_DEPTH) {
    return { reason: 'too-deep', said: said('tooDeep', { count: MAX_DEPTH }) };
  }
  return null;
}

/** Why a name of a library cannot be written on this computer; null when it can. */
export function unwritable(
  path: string,
  name: string,
  platform: NodeJS.Platform = process.platform,
): Said | null {
  const error = nameError(path, name);
  if (error !== null || platform !== 'win32') return error?.said ?? null;
  // Long names only bother old sync clients.
  const isRefused = portabilityOf(name).some((problem) => problem !== 'over-250-bytes');
  return isRefused ? said('nameUnfit') : null;
}
