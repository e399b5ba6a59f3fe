import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMMIT_HEADER } from '../../../src-shared/headers.ts';
import type { PutFile } from '../../engine/edits/put-files.ts';
import type { KeepFile } from '../../usecases/files/uploads.ts';
import { remoteAddressOf } from '../client-address.ts';
import { UPLOAD_ERRORS } from '../error-tables/transfer.ts';
import { NO_FIELDS } from '../fields.ts';
import { mixedFields, param } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { filePartOf } from './content-range.ts';
import { parseAddRequest, parseUpdateRequest } from './upload-fields.ts';
import { readUploadForm } from './upload-form.ts';

const CONFIG = { access: 'anonymous', anyType: true, errors: UPLOAD_ERRORS, errorMember: 'error' } as const;

interface Added {
  readonly files: readonly PutFile[] | null;
  readonly isJson: boolean;
}

/** Files that come in over links. `aj` is for pages, which want JSON; programs get ids unless they ask for it. */
export function uploadRoutes(
  app: FastifyInstance,
  { uploads, partialUploads, visitorUploads }: HttpServices,
): void {
  const add = async (request: FastifyRequest): Promise<Added> => {
    const token = param(request, 'token');
    const part = filePartOf(request.headers);
    let fields = mixedFields(request, NO_FIELDS);
    const receive = async (keep: KeepFile) => {
      const form = await readUploadForm(request, keep);
      fields = mixedFields(request, form.fields);
      return parseAddRequest(fields, form);
    };
    const address = remoteAddressOf(request);
    const added =
      part === null
        ? visitorUploads.add(token, receive, address)
        : partialUploads.add(token, part, receive, address);
    return { files: await added, isJson: fields.has('ret-json') };
  };

  const addForPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { files } = await add(request);
    const [first] = files ?? [];
    // So that a page can take back what it has just sent.
    if (first !== undefined) reply.header(COMMIT_HEADER, first.commitId);
    return presentFiles(files);
  };

  const update = async (request: FastifyRequest) => {
    const receive = async (keep: KeepFile) => {
      const form = await readUploadForm(request, keep);
      return parseUpdateRequest(mixedFields(request, form.fields), form);
    };
    return uploads.update(param(request, 'token'), receive, remoteAddressOf(request));
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
