import { checkClientEncryption } from '../../core/library/encryption.ts';
import { checkLibraryName } from '../../core/library/name.ts';
import type { CreateLibraryRequest } from '../../usecases/libraries/libraries.ts';
import type { Fields } from '../declared-fields.ts';
import { optional, parseLibraryId, required } from './parse-fields.ts';

/**
 * What `POST /api2/repos/` asks for.
 * @throws DomainError `argument-missing` without a name; `name-invalid`; `argument-invalid` for an id or key material
 * that clients could not use
 */
export function parseCreateLibrary(body: Fields): CreateLibraryRequest {
  const name = required(body, 'name');
  checkLibraryName(name);
  const description = body.text('desc') ?? '';
  if (optional(body, 'repo_id') === undefined) {
    const password = optional(body, 'passwd');
    return password === undefined ? { name, description } : { name, description, password };
  }
  const libraryId = parseLibraryId(body.text('repo_id'), 'repo_id');
  const encryption = checkClientEncryption({
    enc_version: body.text('enc_version'),
    magic: body.text('magic'),
    random_key: body.text('random_key'),
    salt: body.text('salt'),
    pwd_hash: body.text('pwd_hash'),
    pwd_hash_algo: body.text('pwd_hash_algo'),
    pwd_hash_params: body.text('pwd_hash_params'),
  });
  return { name, description, client: { libraryId, encryption } };
}
