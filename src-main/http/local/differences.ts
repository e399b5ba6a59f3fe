import type { FastifyInstance } from 'fastify';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { localChange, localCommit } from '../present/local-contents.ts';
import { optional, parseCommitId, parseOptionalCommitId, required } from '../present/parse-fields.ts';
import { callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const PER_PAGE = 500;

/** A library at two snapshots. */
export function differenceRoutes(app: FastifyInstance, { compareSnapshots }: HttpServices): void {
  localRoute(app, 'GET libraries/:library_id/differences/', async (request) => {
    const query = queryOf(request);
    const page = await compareSnapshots.page(callerOf(request), {
      libraryId: libraryIdOf(request),
      commitId: parseCommitId(required(query, 'commit'), 'commit'),
      otherId: parseOptionalCommitId(query, 'other'),
      kind: optional(query, 'kind') ?? null,
      from: decodeCursor(optional(query, 'cursor')) ?? 0,
      limit: PER_PAGE,
    });
    return {
      older: localCommit(page.older),
      newer: localCommit(page.newer),
      rows: page.rows.map((row) => ({
        ...localChange(row),
        ...{ size: row.bytes, old_size: row.kind === 'modified' ? row.oldSizeBytes : 0, files: row.files },
      })),
      total: page.total,
      files: page.files,
      bytes_delta: page.bytesDelta,
      cursor: encodeCursor(page.next),
    };
  });
}
