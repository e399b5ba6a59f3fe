import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMMIT_HEADER } from '../../../src-shared/headers.ts';
import { DomainError } from '../../core/errors.ts';
import type { PutFile } from '../../engine/edits/put-files.ts';
import type { FilePart } from '../../usecases/files/partial-uploads.ts';
import type { AddRequest, UpdateRequest, Upload } from '../../usecases/files/uploads.ts';
import { remoteAddressOf } from '../client-address.ts';
import type { Fields } from '../declared-fields.ts';
import { UPLOAD_ERRORS } from '../error-tables/seafhttp.ts';
import { NO_FIELDS } from '../fields.ts';
import { mixedFields, param } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { receiveUpload } from './receive-upload.ts';
import { readUploadForm, type UploadForm } from './upload-form.ts';

const CONFIG = { access: 'anonymous', anyType: true, errors: UPLOAD_ERRORS, errorMember: 'error' } as const;

interface Added {
  readonly files: readonly PutFile[] | null;
  readonly isJson: boolean;
}

/** Files that come in over links. `aj` is for pages, which want JSON; programs get ids unless they ask for it. */
export function uploadRoutes(
  app: FastifyInstance,
  { uploads: { uploads, partialUploads, visitorUploads } }: HttpServices,
): void {
  const add = async (request: FastifyRequest): Promise<Added> => {
    const token = param(request, 'token');
    const part = filePartOf(request.headers);
    let fields = mixedFields(request, NO_FIELDS);
    const address = remoteAddressOf(request);
    const begun: Promise<Upload<AddRequest, readonly PutFile[] | null>> =
      part === null ? visitorUploads.begin(token, address) : partialUploads.begin(token, part, address);
    const files = await receiveUpload(begun, async (keep) => {
      const form = await readUploadForm(request, keep);
      fields = mixedFields(request, form.fields);
      return parseAddRequest(fields, form);
    });
    return { files, isJson: fields.has('ret-json') };
  };

  const addForPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { files } = await add(request);
    const [first] = files ?? [];
    // So that a page can take back what it has just sent.
    if (first !== undefined) reply.header(COMMIT_HEADER, first.commitId);
    return presentFiles(files);
  };

  const update = async (request: FastifyRequest) => {
    const begun = uploads.beginUpdating(param(request, 'token'), remoteAddressOf(request));
    return receiveUpload(begun, async (keep) => {
      const form = await readUploadForm(request, keep);
      return parseUpdateRequest(mixedFields(request, form.fields), form);
    });
  };

  app.post('/upload-api/:token', { config: CONFIG }, async (request, reply) => {
    const { files, isJson } = await add(request);
    return isJson || files === null ? presentFiles(files) : plain(reply, files);
  });

  app.post('/upload-aj/:token', { config: CONFIG }, addForPage);

  app.post('/update-api/:token', { config: CONFIG }, async (request, reply) =>
    plain(reply, [await update(request)]),
  );

  app.post('/update-aj/:token', { config: CONFIG }, async (request) => [presentFile(await update(request))]);
}

function plain(reply: FastifyReply, files: readonly PutFile[]): string {
  reply.type('text/plain; charset=utf-8');
  return files.map(({ id }) => id).join('\t');
}

/** Null: a part of a file, with others to come. */
function presentFiles(files: readonly PutFile[] | null) {
  return files === null ? { success: true } : files.map(presentFile);
}

function presentFile({ name, id, sizeBytes }: PutFile) {
  return { name, id, size: sizeBytes };
}

/**
 * What a form for new files asks for, checked in the order of reference servers.
 * @throws DomainError `argument-missing`, `argument-invalid`
 */
function parseAddRequest(fields: Fields, { files }: UploadForm): AddRequest {
  const parentDir = fields.required('parent_dir');
  const relativePath = fields.optional('relative_path') ?? '';
  if (relativePath.startsWith('/')) throw new DomainError('argument-invalid', { field: 'relative_path' });
  if (files.length === 0) throw new DomainError('argument-missing', { field: 'file' });
  const replaces = parseReplaces(fields.optional('replace'));
  const mtimesSeconds = fields.list('last_modify_each').map(mtimeOf);
  return { parentDir, relativePath, replaces, mtimeSeconds: parseMtime(fields), mtimesSeconds, files };
}

/** @throws DomainError `argument-missing`, `argument-invalid` */
function parseUpdateRequest(fields: Fields, { files }: UploadForm): UpdateRequest {
  const path = fields.required('target_file');
  const [file, second] = files;
  if (second !== undefined) throw new DomainError('argument-invalid', { field: 'file', reason: 'repeated' });
  if (file === undefined) throw new DomainError('argument-missing', { field: 'file' });
  return { path, file, base: fields.optionalCommitId('head'), mtimeSeconds: parseMtime(fields) };
}

function parseReplaces(text: string | undefined): boolean {
  if (text !== undefined && text !== '0' && text !== '1')
    throw new DomainError('argument-invalid', { field: 'replace' });
  return text === '1';
}

/** RFC 3339, as a whole second; null when absent. */
function parseMtime(fields: Fields): number | null {
  const text = fields.optional('last_modify');
  return text === undefined ? null : mtimeOf(text);
}

function mtimeOf(text: string): number {
  const ms = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text.replace(' ', 'T'))
    : Number.NaN;
  if (Number.isNaN(ms)) throw new DomainError('argument-invalid', { field: 'last_modify' });
  return Math.floor(ms / 1000);
}

/**
 * The part of a file that a request brings; null when it brings whole files. Its name comes percent-encoded in the
 * header `Content-Disposition`, as Qt and browsers send it.
 * @throws DomainError `argument-invalid`
 */
function filePartOf(headers: IncomingHttpHeaders): FilePart | null {
  const range = headers['content-range'];
  if (range === undefined) return null;
  const [, first = '', last = '', total = ''] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(range) ?? [];
  const part = { first: Number(first), last: Number(last), totalBytes: Number(total) };
  if (total === '' || part.first > part.last || part.last >= part.totalBytes)
    throw new DomainError('argument-invalid', { field: 'Content-Range' });
  return { name: nameIn(headers['content-disposition'] ?? ''), ...part };
}

function nameIn(disposition: string): string {
  const sent = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
  try {
    if (sent !== undefined) return decodeURIComponent(sent);
  } catch {
    // Told below, like a missing one.
  }
  throw new DomainError('argument-invalid', { field: 'Content-Disposition' });
}
