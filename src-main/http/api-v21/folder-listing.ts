import type { FastifyReply } from 'fastify';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { LibraryItems } from '../../usecases/files/library-items.ts';
import { ROWS_AT_ONCE, sendRows } from '../json-answer.ts';
import { parentInside } from '../present/values.ts';

/** What is shown of one folder. */
export interface ShownFolder {
  readonly path: string;
  readonly dirents: readonly Dirent[];
}

/** The wire shape of an item of a folder. */
type RowOf = (dirent: Dirent, folder: string) => object;

/** Answers with the rows of folders, one folder after the other. @param about what is said before them */
export function sendFolders(
  reply: FastifyReply,
  folders: readonly ShownFolder[],
  about: object,
  rowOf: RowOf,
): object {
  const rows = function* () {
    for (const { path, dirents } of folders) for (const dirent of dirents) yield rowOf(dirent, path);
  };
  const count = folders.reduce((sum, { dirents }) => sum + dirents.length, 0);
  if (count <= ROWS_AT_ONCE) return { ...about, dirent_list: [...rows()] };
  return sendRows(reply, rows(), [`${JSON.stringify(about).slice(0, -1)},"dirent_list":`, '}']);
}

/** Answers with the rows of all that lies below a folder, however deep. */
export function sendTree(
  reply: FastifyReply,
  { path, shows }: { readonly path: string; readonly shows: (dirent: Dirent) => boolean },
  below: Awaited<ReturnType<LibraryItems['tree']>>['below'],
  rowOf: RowOf,
): FastifyReply {
  const rows = async function* () {
    for await (const some of below)
      yield some.flatMap(({ path: inside, dirent }) =>
        shows(dirent) ? [rowOf(dirent, parentInside(path, inside))] : [],
      );
  };
  return sendRows(reply, rows(), ['{"dirent_list":', '}']);
}
