import type { FastifyReply, FastifyRequest } from 'fastify';
import { itemRows } from '../present/item-rows.ts';
import { callerOf, fieldsOf, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

/** Whether a change is to be answered with what the folder holds after it (`reloaddir=true`). */
export function wantsRelisting(request: FastifyRequest): boolean {
  return fieldsOf(request).text('reloaddir')?.toLowerCase() === 'true';
}

/** Answers with the rows of a folder, and the headers that belong to them. */
export function folderRelisting({ libraryItems, modifiers, stars }: HttpServices) {
  return async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const { view, listing } = await libraryItems.list(callerOf(request), libraryIdOf(request), path);
    reply.code(200).headers({ oid: listing.id, dir_perm: view.permission });
    const starred = stars.pathsIn(callerOf(request), view.library.id);
    const rowOf = itemRows({
      permission: view.permission,
      modifierOf: modifiers.in(view.library.id),
      starred,
    });
    return listing.dirents.map((dirent) => rowOf(dirent, path));
  };
}
