import { parentOf } from '../../core/library/path.ts';

/** A folder's path with the slash at its end that the wire has. */
export function folderPath(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** The folder, with that slash, of what lies at `inside` below `top`. */
export function parentInside(top: string, inside: string): string {
  const parent = folderPath(parentOf(inside));
  return top === '/' ? parent : top + parent;
}
