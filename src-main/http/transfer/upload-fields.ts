import { DomainError } from '../../core/errors.ts';
import type { AddRequest, UpdateRequest } from '../../usecases/files/uploads.ts';
import type { Fields } from '../declared-fields.ts';
import { optional, parseOptionalCommitId, required } from '../present/parse-fields.ts';
import type { UploadForm } from './upload-form.ts';

/**
 * What a form for new files asks for, checked in the order of reference servers.
 * @throws DomainError `argument-missing`, `argument-invalid`
 */
export function parseAddRequest(fields: Fields, { files }: UploadForm): AddRequest {
  const parentDir = required(fields, 'parent_dir');
  const relativePath = optional(fields, 'relative_path') ?? '';
  if (relativePath.startsWith('/')) throw new DomainError('argument-invalid', { field: 'relative_path' });
  if (files.length === 0) throw new DomainError('argument-missing', { field: 'file' });
  const replaces = parseReplaces(optional(fields, 'replace'));
  const mtimesSeconds = fields.list('last_modify_each').map(mtimeOf);
  return { parentDir, relativePath, replaces, mtimeSeconds: parseMtime(fields), mtimesSeconds, files };
}

/** @throws DomainError `argument-missing`, `argument-invalid` */
export function parseUpdateRequest(fields: Fields, { files }: UploadForm): UpdateRequest {
  const path = required(fields, 'target_file');
  const [file, second] = files;
  if (second !== undefined) throw new DomainError('argument-invalid', { field: 'file', reason: 'repeated' });
  if (file === undefined) throw new DomainError('argument-missing', { field: 'file' });
  return { path, file, base: parseOptionalCommitId(fields, 'head'), mtimeSeconds: parseMtime(fields) };
}

function parseReplaces(text: string | undefined): boolean {
  if (text !== undefined && text !== '0' && text !== '1')
    throw new DomainError('argument-invalid', { field: 'replace' });
  return text === '1';
}

/** RFC 3339, as a whole second; null when absent. */
function parseMtime(fields: Fields): number | null {
  const text = optional(fields, 'last_modify');
  return text === undefined ? null : mtimeOf(text);
}

function mtimeOf(text: string): number {
  const ms = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text.replace(' ', 'T'))
    : Number.NaN;
  if (Number.isNaN(ms)) throw new DomainError('argument-invalid', { field: 'last_modify' });
  return Math.floor(ms / 1000);
}
