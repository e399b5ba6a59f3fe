import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import type { LinkAccess, Visit } from '../../usecases/sharing/link-access.ts';
import { param, senderOf, untilGone } from '../request-context.ts';
import { INERT_HEADERS } from '../security-headers.ts';
import type { HttpServices } from '../services.ts';
import { sendZip } from '../transfer/downloads.ts';
import { sendFile } from '../transfer/send-file.ts';
import { filePage, isFileScripted, type ShownFile } from './file-page.ts';
import { PAGE_HEADERS, SCRIPT_HEADERS } from './page.ts';
import { previewKindOf, SHOWN_TEXT_BYTES, textIn } from './previews.ts';
import {
  knock,
  messagesOf,
  orPassword,
  pathIn,
  type Seen,
  VISITORS,
  wantsBytes,
  wantsPage,
} from './visitor-request.ts';

/** Sharp in a grid on most screens, and small enough to make and send many. */
const THUMBNAIL_PIXELS = 320;

/** What is in a shared folder: its files, on a page of their own or as they are, small pictures of them, and archives. */
export function folderFileRoutes(app: FastifyInstance, services: HttpServices): void {
  const {
    links: { linkAccess },
    files: { thumbnails, zips },
  } = services;
  const add = (
    url: string,
    send: (seen: Seen, reply: FastifyReply) => Promise<unknown>,
    config: FastifyContextConfig = VISITORS,
  ) =>
    app.route({
      method: ['GET', 'HEAD'],
      exposeHeadRoute: false,
      url,
      config,
      handler: async (request, reply) => {
        reply.headers(PAGE_HEADERS);
        const visit = await orPassword(reply, () => linkAccess.open(knock(request, 'share')));
        if (visit === null) return reply.redirect(`/d/${param(request, 'token')}/`, 303);
        if (!visit.link.isDir) throw new DomainError('link-not-found', { value: visit.link.token });
        return send({ visit, path: pathIn(request), request }, reply);
      },
    });

  add('/d/:token/files/', async (seen, reply) => {
    const { visit, path, request } = seen;
    reply.header('vary', 'accept, accept-language');
    if (wantsPage(request) && !wantsBytes(request)) return showFile(services, seen, reply);
    return sendFile(request, reply, await linkAccess.download(visit, path));
  });

  add(
    '/d/:token/thumbnail/',
    async ({ visit, path, request }, reply) => {
      const file = await linkAccess.file(visit, path);
      const wanted = { size: THUMBNAIL_PIXELS, signal: untilGone(reply) };
      const made = await thumbnails.findForVisitor(senderOf(request), visit.library, file, wanted);
      reply.headers(INERT_HEADERS).header('cache-control', 'private, max-age=600');
      return reply.type('image/png').send(Buffer.from(made));
    },
    { ...VISITORS, isPartOfPage: true },
  );

  add('/d/:token/zip/', async ({ visit, path, request }, reply) => {
    const folder = await linkAccess.folder(visit, path);
    const archive = zips.openForVisitor(senderOf(request), visit.library, folder);
    return sendZip(request, reply, archive);
  });
}

/** The page of a file, with what is beside it. */
export async function showFile(
  { links: { linkAccess } }: HttpServices,
  { visit, path, request }: Seen,
  reply: FastifyReply,
) {
  const file = await linkAccess.item(visit, path);
  if (file.kind !== 'file') throw new DomainError('link-not-found', { value: visit.link.token });
  if (isFileScripted(visit, { file, path })) reply.headers(SCRIPT_HEADERS);
  const text = await textOf(linkAccess, visit, { file, path });
  return filePage(messagesOf(request), visit, {
    file,
    path,
    text,
    ...(await besides(linkAccess, visit, path)),
  });
}

async function textOf(
  linkAccess: LinkAccess,
  visit: Visit,
  { file, path }: { readonly file: FileDirent; readonly path: string },
): Promise<ShownFile['text']> {
  if (!visit.link.canDownload || previewKindOf(file.name) !== 'text') return null;
  const { bytes, isCut } = await linkAccess.beginning(visit, path, SHOWN_TEXT_BYTES);
  const text = textIn(bytes, isCut);
  return text === null ? null : { text, isCut };
}

/** Paths of the files before and after one in its folder. */
async function besides(linkAccess: LinkAccess, visit: Visit, path: string) {
  if (path === '/') return {};
  const folder = parentOf(path);
  const files = (await linkAccess.list(visit, folder)).filter(({ kind }) => kind === 'file');
  const at = files.findIndex(({ name }) => name === nameOf(path));
  const [before, after] = [files[at - 1], files[at + 1]].map((file) => file && joinPath(folder, file.name));
  return { before, after };
}
