import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicLinkKind } from '../../core/access/public-link.ts';
import { DomainError } from '../../core/errors.ts';
import type { AddRequest, KeepFile } from '../../usecases/files/uploads.ts';
import type { Visit } from '../../usecases/sharing/link-access.ts';
import { addressOf, remoteAddressOf } from '../client-address.ts';
import { integerOf } from '../declared-fields.ts';
import { bodyOf, param, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import { PRIVATE_HEADERS } from '../security-headers.ts';
import type { HttpServices } from '../services.ts';
import { receiveUpload } from '../transfer/receive-upload.ts';
import { sendFile } from '../transfer/send-file.ts';
import { readUploadForm } from '../transfer/upload-form.ts';
import { folderFileRoutes, showFile } from './file-routes.ts';
import { folderPage } from './folder-page.ts';
import type { FolderView } from './link-head.ts';
import { passwordPage, uploadedPage, uploadPage } from './link-pages.ts';
import { FORM_HEADERS, PAGE_HEADERS, SCRIPT, SCRIPT_HEADERS } from './page.ts';
import { proofCookie } from './proof-cookie.ts';
import {
  knock,
  messagesOf,
  orPassword,
  pathIn,
  type Seen,
  VISITORS,
  wantsBytes,
  wantsRaw,
} from './visitor-request.ts';

interface Page {
  readonly prefix: string;
  readonly kind: PublicLinkKind;
  readonly show: (visit: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** Pages for people who have nothing but a link. They need no script and no account. */
export function linkRoutes(app: FastifyInstance, services: HttpServices): void {
  const { linkAccess } = services.links;
  addPage(app, services, {
    prefix: '/f',
    kind: 'share',
    async show(visit, request, reply) {
      if (visit.link.isDir) throw new DomainError('link-not-found', { value: visit.link.token });
      if (wantsBytes(request)) return sendFile(request, reply, await linkAccess.download(visit, '/'));
      return showFile(services, { visit, path: '/', request }, reply);
    },
  });
  addPage(app, services, {
    prefix: '/d',
    kind: 'share',
    async show(visit, request) {
      if (!visit.link.isDir) throw new DomainError('link-not-found', { value: visit.link.token });
      const path = pathIn(request);
      const query = queryOf(request);
      return folderPage(messagesOf(request), visit, {
        path,
        dirents: await linkAccess.list(visit, path),
        from: integerOf(query.optional('from')) ?? 0,
        mode: modeIn(query.optional('mode')),
      });
    },
  });
  addPage(app, services, {
    prefix: '/u/d',
    kind: 'upload',
    show: (visit, request, reply) => showUpload(services, { visit, path: '/', request }, reply),
  });
  folderFileRoutes(app, services);
  addFolderUpload(app, services);
  app.get(SCRIPT.address, { config: VISITORS }, async (_, reply) =>
    reply.headers(PRIVATE_HEADERS).type('text/javascript; charset=utf-8').send(SCRIPT.text),
  );
}

function modeIn(text: string | undefined): FolderView['mode'] {
  return text === 'grid' || text === 'list' ? text : undefined;
}

/** A page, and the form that asks for the password in front of it. */
function addPage(
  app: FastifyInstance,
  { links: { linkAccess } }: HttpServices,
  { prefix, kind, show }: Page,
): void {
  const url = `${prefix}/:token/`;

  app.route({
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url,
    config: VISITORS,
    handler: async (request, reply) => {
      reply.headers(PAGE_HEADERS);
      const visit = await orPassword(reply, () => linkAccess.open(knock(request, kind)));
      reply.headers(FORM_HEADERS);
      if (visit === null) return passwordPage(messagesOf(request), false);
      const shown = await show(visit, request, reply);
      // What a page shows comes by requests of its own, which are no visits.
      const isPart = prefix === '/f' && wantsRaw(request);
      if (request.method === 'GET' && !isPart) linkAccess.count(visit);
      return shown;
    },
  });

  app.post(url, { config: VISITORS }, async (request, reply) => {
    reply.headers(PAGE_HEADERS);
    const guess = { password: bodyOf(request).text('password') ?? '', address: addressOf(request) };
    const token = param(request, 'token');
    const passed = await orPassword(reply, () => linkAccess.pass({ kind, token }, guess));
    if (passed === null) return reply.headers(FORM_HEADERS).send(passwordPage(messagesOf(request), true));
    const isSecure = originOf(request).startsWith('https:');
    reply.header('set-cookie', proofCookie({ ...passed, path: `${prefix}/${token}`, isSecure }));
    return reply.redirect(request.raw.url ?? url, 303);
  });
}

async function showUpload(
  { links: { linkAccess } }: HttpServices,
  { visit, path, request }: Seen,
  reply: FastifyReply,
) {
  const { folder } = await linkAccess.uploadPlace(visit, path);
  reply.headers(SCRIPT_HEADERS);
  return uploadPage(messagesOf(request), visit, { folder, path });
}

/** Files into a shared folder, where its link allows that. */
function addFolderUpload(app: FastifyInstance, services: HttpServices): void {
  app.get('/d/:token/upload/', { config: VISITORS }, async (request, reply) => {
    reply.headers(PAGE_HEADERS);
    const visit = await orPassword(reply, () => services.links.linkAccess.open(knock(request, 'share')));
    if (visit === null) return reply.redirect(`/d/${param(request, 'token')}/`, 303);
    reply.headers(FORM_HEADERS);
    return showUpload(services, { visit, path: pathIn(request), request }, reply);
  });
}

/** What the forms of upload pages send, which is taken in as it comes. For a scope whose bodies were not read yet. */
export function linkUploadRoutes(
  app: FastifyInstance,
  { links: { linkAccess }, uploads: { visitorUploads } }: HttpServices,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);
  for (const { prefix, kind } of [
    { prefix: '/d', kind: 'share' },
    { prefix: '/u/d', kind: 'upload' },
  ] as const) {
    app.post(`${prefix}/:token/upload/`, { config: VISITORS }, async (request, reply) => {
      reply.headers(PAGE_HEADERS);
      const path = pathIn(request);
      const visit = await orPassword(reply, () => linkAccess.open(knock(request, kind)));
      if (visit === null) return reply.redirect(`${prefix}/${param(request, 'token')}/`, 303);
      const { token, folder } = await linkAccess.uploadPlace(visit, path);
      const begun = visitorUploads.begin(token, remoteAddressOf(request));
      const added = await receiveUpload(begun, (keep) => readVisitorUpload(request, folder, keep));
      return uploadedPage(messagesOf(request), visit, { path, names: added.map(({ name }) => name) });
    });
  }
}

/** What goes into a folder as it is named, beside what has the name. @throws DomainError `argument-missing` */
async function readVisitorUpload(
  request: FastifyRequest,
  folder: string,
  keep: KeepFile,
): Promise<AddRequest> {
  const { files } = await readUploadForm(request, keep);
  if (files.length === 0) throw new DomainError('argument-missing', { field: 'file' });
  return { parentDir: folder, relativePath: '', replaces: false, mtimeSeconds: null, files };
}
