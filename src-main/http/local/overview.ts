import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http-context.ts';
import { recentChange } from '../present/commits.ts';
import { parseTimeSearch, searchPage } from '../present/search.ts';
import { callerOf, queryOf, untilGone } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const CHANGES_SHOWN = 8;

/** What concerns all libraries at once. */
export function overviewRoutes(app: FastifyInstance, { services, config }: HttpContext): void {
  const {
    history: { recentCommits },
    computer: { disk },
    upkeep: { serverStorage },
  } = services;

  localRoute(app, 'GET recent-changes/', async (request) => {
    const commits = await recentCommits.list(callerOf(request), CHANGES_SHOWN);
    return { changes: commits.map(recentChange) };
  });

  localRoute(app, 'GET storage/', async (request) => {
    const total = await serverStorage.total(callerOf(request));
    const { freeBytes, totalBytes, ownBytes } = await disk.space();
    const used = {
      libraries: total.libraryBytes,
      deleted_libraries: total.deletedBytes,
      database: ownBytes,
      measured_at: total.measuredAtSeconds,
    };
    return { data_dir: config.dataFolder, free: freeBytes, total: totalBytes, used };
  });
}

/** The search through all libraries and through the past. */
export function searchRoutes(app: FastifyInstance, { history: { timeSearch } }: HttpServices): void {
  localRoute(app, 'GET search/', async (request, reply) => {
    const wanted = { ...parseTimeSearch(queryOf(request)), signal: untilGone(reply) };
    return searchPage(await timeSearch.find(callerOf(request), wanted));
  });
}
