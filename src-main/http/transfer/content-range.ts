import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '../../core/errors.ts';
import type { FilePart } from '../../usecases/files/partial-uploads.ts';

/**
 * The part of a file that a request brings; null when it brings whole files. Its name comes percent-encoded in the
 * header `Content-Disposition`, as Qt and browsers send it.
 * @throws DomainError `argument-invalid`
 */
export function filePartOf(headers: IncomingHttpHeaders): FilePart | null {
  const range = headers['content-range'];
  if (range === undefined) return null;
  const [, first = '', last = '', total = ''] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(range) ?? [];
  const part = { first: Number(first), last: Number(last), totalBytes: Number(total) };
  if (total === '' || part.first > part.last || part.last >= part.totalBytes) {
    throw new DomainError('argument-invalid', { field: 'Content-Range' });
  }
  return { name: nameIn(headers['content-disposition'] ?? ''), ...part };
}

function nameIn(disposition: string): string {
  const sent = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
  try {
    if (sent !== undefined) return decodeURIComponent(sent);
  } catch {
    // Told below, like a missing one.
  }
  throw new DomainError('argument-invalid', { field: 'Content-Disposition' });
}
