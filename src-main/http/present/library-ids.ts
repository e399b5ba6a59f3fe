import { DomainError } from '../../core/errors.ts';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';

/** Clients ask for 50 at a time. */
const MAX_IDS = 200;

/**
 * The libraries of a comma-separated list.
 * @throws DomainError `argument-missing`, `argument-invalid`
 */
export function parseLibraryIds(text: string | undefined, field = 'repos'): ReadonlySet<LibraryId> {
  if (text === undefined || text === '') throw new DomainError('argument-missing', { field });
  const words = text.split(',').filter((word) => word !== '');
  const ids = words.filter(isLibraryId);
  if (words.length > MAX_IDS || ids.length < words.length)
    throw new DomainError('argument-invalid', { field });
  return new Set(ids);
}
