import type { DownloadLink } from '../../usecases/files/downloads.ts';

/** Absolute address of a link: clients cannot use relative ones. */
export function downloadUrl(origin: string, { token, name }: DownloadLink): string {
  return `${origin}/seafhttp/files/${token}/${encodeURIComponent(name.toWellFormed())}`;
}

/** Absolute address that files are sent to: clients cannot use relative ones. */
export function uploadUrl(
  origin: string,
  operation: 'upload' | 'update',
  { token, isForPage }: { readonly token: string; readonly isForPage: boolean },
): string {
  return `${origin}/seafhttp/${operation}-${isForPage ? 'aj' : 'api'}/${token}`;
}
