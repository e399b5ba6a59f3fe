import { DomainError } from '../../core/errors.ts';

/** Why a commit with all of its objects is not taken, however often it is asked for. */
export type PushRefusal =
  | 'parents'
  | 'time-impossible'
  | 'size-untrue'
  | 'blocks-repeated'
  | 'folder-repeated'
  | 'path-too-long'
  | 'paths-too-long'
  | 'not-that-kind'
  | 'too-many-files'
  | 'too-many-conflicts'
  | 'too-large';

/** @param path of the file or folder that it is about, without the slash at its front */
export function pushRefusal(reason: PushRefusal, path?: string): DomainError {
  return new DomainError('argument-invalid', {
    field: 'head',
    reason,
    ...(path === undefined ? {} : { value: path }),
  });
}

/** Why an object that a pushed commit needs is missing: it may still be brought. */
export const NOT_BROUGHT = 'not-brought';
