/** A folder's path with the slash at its end that the wire has. */
export function folderPath(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
