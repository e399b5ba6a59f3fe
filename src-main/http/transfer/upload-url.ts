/** Absolute address that files are sent to: clients cannot use relative ones. */
export function uploadUrl(
  origin: string,
  operation: 'upload' | 'update',
  { token, isForPage }: { readonly token: string; readonly isForPage: boolean },
): string {
  return `${origin}/seafhttp/${operation}-${isForPage ? 'aj' : 'api'}/${token}`;
}
