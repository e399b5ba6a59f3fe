/** Names along an absolute path inside a library; none for the root. */
export function pathNames(path: string): string[] {
  return path.split('/').filter((name) => name !== '');
}

export function joinPath(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

export function parentPath(path: string): string {
  const names = pathNames(path);
  return `/${names.slice(0, -1).join('/')}`;
}

export function lastName(path: string): string {
  return pathNames(path).at(-1) ?? '';
}

/** Last part of a path of the operating system, whichever separator it uses. */
export function folderName(osPath: string): string {
  return (
    osPath
      .split(/[\\/]/)
      .filter((part) => part !== '')
      .at(-1) ?? osPath
  );
}
