import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_HEADER } from '../../../src-shared/headers.ts';
import type { PublicLinkKind } from '../../core/access/public-link.ts';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import type { KeepFile } from '../../usecases/files/uploads.ts';
import type { Knock, Visit } from '../../usecases/sharing/link-access.ts';
import { addressOf, remoteAddressOf } from '../client-address.ts';
import { integerOf } from '../declared-fields.ts';
import { bodyOf, param, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { sendFile } from '../transfer/send-file.ts';
import { readUploadForm } from '../transfer/upload-form.ts';
import { filePage, folderPage, passwordPage, uploadedPage, uploadPage } from './link-pages.ts';
import { FORM_HEADERS, PAGE_HEADERS } from './page.ts';
import { messagesFor, type PageMessages } from './page-messages.ts';

const CONFIG = { access: 'anonymous', anyType: true } as const;

interface Page {
  readonly prefix: string;
  readonly kind: PublicLinkKind;
  /** A counted visit. */
  readonly show: (visit: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** Pages for people who have nothing but a link. They need no script and no account. */
export function linkRoutes(app: FastifyInstance, services: HttpServices): void {
  const { linkAccess } = services;
  addPage(app, services, {
    prefix: '/f',
    kind: 'share',
    async show(visit, request, reply) {
      if (visit.link.isDir) throw new DomainError('link-not-found', { value: visit.link.token });
      if (queryOf(request).boolean('dl'))
        return sendFile(request, reply, await linkAccess.download(visit, '/'));
      return filePage(messagesOf(request), visit);
    },
  });
  addPage(app, services, {
    prefix: '/d',
    kind: 'share',
    async show(visit, request) {
      if (!visit.link.isDir) throw new DomainError('link-not-found', { value: visit.link.token });
      const path = pathIn(request);
      const from = integerOf(queryOf(request).optional('from')) ?? 0;
      return folderPage(messagesOf(request), visit, {
        path,
        dirents: await linkAccess.list(visit, path),
        from,
      });
    },
  });
  addPage(app, services, {
    prefix: '/u/d',
    kind: 'upload',
    show: (visit, request) => showUpload(services, { visit, path: '/', request }),
  });
  addFolderFiles(app, services);
  addFolderUpload(app, services);
}

/** A page, and the form that asks for the password in front of it. */
function addPage(app: FastifyInstance, { linkAccess }: HttpServices, { prefix, kind, show }: Page): void {
  const url = `${prefix}/:token/`;

  app.route({
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url,
    config: CONFIG,
    handler: async (request, reply) => {
      reply.headers(PAGE_HEADERS);
      const visit = await orPassword(reply, () => linkAccess.visit(knock(request, kind)));
      reply.headers(FORM_HEADERS);
      return visit === null ? passwordPage(messagesOf(request), false) : show(visit, request, reply);
    },
  });

  app.post(url, { config: CONFIG }, async (request, reply) => {
    reply.headers(PAGE_HEADERS);
    const password = bodyOf(request).text('password') ?? '';
    const token = param(request, 'token');
    const passed = await orPassword(reply, () =>
      linkAccess.pass({ kind, token }, { password, address: addressOf(request) }),
    );
    if (passed === null) {
      reply.headers(FORM_HEADERS);
      return passwordPage(messagesOf(request), true);
    }
    const isSecure = originOf(request).startsWith('https:');
    reply.header('set-cookie', proofCookie({ ...passed, path: `${prefix}/${token}`, isSecure }));
    return reply.redirect(request.raw.url ?? url, 303);
  });
}

/** Files of a shared folder. */
function addFolderFiles(app: FastifyInstance, { linkAccess }: HttpServices): void {
  app.route({
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: '/d/:token/files/',
    config: CONFIG,
    handler: async (request, reply) => {
      reply.headers(PAGE_HEADERS);
      const visit = await orPassword(reply, () => linkAccess.open(knock(request, 'share')));
      if (visit === null) return reply.redirect(`/d/${param(request, 'token')}/`, 303);
      if (!visit.link.isDir) throw new DomainError('link-not-found', { value: visit.link.token });
      return sendFile(request, reply, await linkAccess.download(visit, pathIn(request)));
    },
  });
}

interface UploadVisit {
  readonly visit: Visit;
  readonly path: string;
  readonly request: FastifyRequest;
}

async function showUpload({ linkAccess }: HttpServices, { visit, path, request }: UploadVisit) {
  const { folder } = await linkAccess.uploadPlace(visit, path);
  return uploadPage(messagesOf(request), visit, { folder, path });
}

/** Files into a shared folder, where its link allows that. */
function addFolderUpload(app: FastifyInstance, services: HttpServices): void {
  app.get('/d/:token/upload/', { config: CONFIG }, async (request, reply) => {
    reply.headers(PAGE_HEADERS);
    const visit = await orPassword(reply, () => services.linkAccess.open(knock(request, 'share')));
    if (visit === null) return reply.redirect(`/d/${param(request, 'token')}/`, 303);
    reply.headers(FORM_HEADERS);
    return showUpload(services, { visit, path: pathIn(request), request });
  });
}

/** What the forms of upload pages send, which is taken in as it comes. For a scope whose bodies were not read yet. */
export function linkUploadRoutes(app: FastifyInstance, { linkAccess, visitorUploads }: HttpServices): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);
  for (const { prefix, kind } of [
    { prefix: '/d', kind: 'share' },
    { prefix: '/u/d', kind: 'upload' },
  ] as const) {
    app.post(`${prefix}/:token/upload/`, { config: CONFIG }, async (request, reply) => {
      reply.headers(PAGE_HEADERS);
      const path = pathIn(request);
      const visit = await orPassword(reply, () => linkAccess.open(knock(request, kind)));
      if (visit === null) return reply.redirect(`${prefix}/${param(request, 'token')}/`, 303);
      const { token, folder } = await linkAccess.uploadPlace(visit, path);
      const receive = async (keep: KeepFile) => {
        const { files } = await readUploadForm(request, keep);
        if (files.length === 0) throw new DomainError('argument-missing', { field: 'file' });
        return { parentDir: folder, relativePath: '', replaces: false, mtimeSeconds: null, files };
      };
      const added = await visitorUploads.add(token, receive, remoteAddressOf(request));
      return uploadedPage(messagesOf(request), visit, { path, names: added.map(({ name }) => name) });
    });
  }
}

function messagesOf(request: FastifyRequest): PageMessages {
  return messagesFor(request.headers['accept-language']);
}

function knock(request: FastifyRequest, kind: PublicLinkKind): Knock {
  return { kind, token: param(request, 'token'), proof: cookieOf(request.headers.cookie) };
}

/**
 * Null when a password is missing or wrong: then the answer says so to programs by a header, and by its status to those
 * that do not ask for a page. Web views show no page that comes with 403.
 */
async function orPassword<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'password-wrong') throw error;
    reply.header(ERROR_HEADER, error.code).code(wantsPage(reply.request) ? 200 : 403);
    return null;
  }
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.toLowerCase().includes('text/html') === true;
}

/** Where in the folder of the link. @throws DomainError `path-invalid` */
function pathIn(request: FastifyRequest): string {
  return parsePath(queryOf(request).optional('p') ?? '/');
}

const COOKIE = 'keepfold-link';

export interface ProofCookie {
  readonly proof: string;
  readonly seconds: number;
  /** Only pages below this path are sent the cookie. */
  readonly path: string;
  readonly isSecure: boolean;
}

/** `Set-Cookie` that lets a visitor in again without the password. Scripts cannot read it, other sites cannot send it. */
function proofCookie({ proof, seconds, path, isSecure }: ProofCookie): string {
  const secure = isSecure ? '; Secure' : '';
  return `${COOKIE}=${proof}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The proof in a `Cookie` header; undefined when there is none. */
function cookieOf(header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}
