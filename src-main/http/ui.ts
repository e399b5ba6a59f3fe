import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import mime from 'mime';
import { fromPackage } from '../core/plain-files.ts';
import { notFound } from './request-error.ts';
import { pathOf, surfaceOf } from './surface.ts';

const PAGE = 'index.html';

interface UiFile {
  readonly content: Buffer;
  readonly tag: string;
}

/**
 * The built user interface. Each file is read when it is first asked for, and kept: strangers ask for free, and as many
 * answers as wait to be read share its bytes. The desktop app has them in its package, where only `fromPackage` finds them.
 */
export class Ui {
  readonly #folder: string;
  readonly #files = new Map<string, Promise<UiFile>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** One route for each file that is there now, so no address can reach another. */
  register(app: FastifyInstance): void {
    const folder = this.#folder;
    const rows = fromPackage(process, () => readdirSync(folder, { recursive: true, withFileTypes: true }));
    for (const row of rows) {
      if (!row.isFile()) continue;
      const path = join(row.parentPath, row.name);
      const address = `/${relative(folder, path).replaceAll('\\', '/')}`;
      app.get(address, (request, reply) => this.#send(request, reply, path));
      if (address === `/${PAGE}`) app.get('/', (request, reply) => this.#send(request, reply, path));
    }
  }

  sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return this.#send(request, reply, join(this.#folder, PAGE));
  }

  async #send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const { content, tag } = await this.#fileAt(path);
    reply.header('cache-control', cacheControlOf(path)).header('etag', tag);
    if ((request.headers['if-none-match'] ?? '').includes(tag)) return reply.code(304).send();
    return reply.type(contentTypeOf(path)).send(content);
  }

  #fileAt(path: string): Promise<UiFile> {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = readUiFile(path);
    this.#files.set(path, file);
    file.catch(() => this.#files.delete(path));
    return file;
  }
}

/** @throws RequestError 404 for what another version has taken away meanwhile */
async function readUiFile(path: string): Promise<UiFile> {
  try {
    const content = await fromPackage(process, () => readFile(path));
    return { content, tag: `"${hash('sha1', content)}"` };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw notFound();
    throw error;
  }
}

function contentTypeOf(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

/** The build names assets after their content; everything else can change with the next version. */
function cacheControlOf(path: string): string {
  if (/[\\/]assets[\\/][^\\/]+$/.test(path)) return 'public, max-age=31536000, immutable';
  // Browsers ask for the page's icon again with each step inside it, and an old one does no harm for a day.
  return extname(path) === '.png' ? 'public, max-age=86400' : 'no-cache';
}

/** Whether an unknown address may be a page of the interface, which its own router knows. */
export function canFallBackToUi(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const acceptsHtml = (request.headers.accept ?? '').includes('text/html');
  return acceptsHtml && surfaceOf(pathOf(request.raw.url ?? '')) === 'ui';
}
