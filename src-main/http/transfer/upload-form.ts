import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import type { KeepFile, ReceivedFile } from '../../usecases/files/uploads.ts';
import { passingPieces } from '../body-memory.ts';
import { checkContentEncoding } from '../body-parsers.ts';
import { checkName, checkValue, fieldsFrom, type SentFields } from '../fields.ts';
import { boundaryOf } from '../multipart-fields.ts';
import { bodyTooLarge, RequestError, unreadableBody } from '../request-error.ts';

/** A form with files, all of it read. */
export interface UploadForm {
  readonly fields: SentFields;
  readonly files: readonly ReceivedFile[];
}

const LIMITS = {
  fieldNameSize: 200,
  fieldSize: 64 * 1024,
  fields: 100,
  files: 1_000,
  headerPairs: 50,
  headerSize: 16 * 1024,
};

/** Fewer, larger steps between the form and the blocks. */
const FILE_BUFFER_BYTES = 1024 * 1024;

/**
 * Reads a form whose `file` parts go to `keep` as they come in: one after the other, no faster than they are kept, with
 * fields before or after them. Other files are passed over.
 * @throws RequestError 400 for a form that is cut or none, 413, 415; what `keep` throws. The rest of the body is dropped.
 */
export async function readUploadForm(request: FastifyRequest, keep: KeepFile): Promise<UploadForm> {
  checkContentEncoding(request);
  const reading = new FormReading(openForm(request), keep, request.raw);
  // Only browsers name the page that sends; only they escape quotes and line breaks in names, each as HTML says.
  reading.isFromPage = request.headers['sec-fetch-site'] !== undefined;
  return reading.run();
}

function openForm(request: FastifyRequest): BusboyInstance {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new RequestError(415, 'media-type-unsupported', 'A multipart form is expected.');
  // Qt sends boundaries with braces and without quotes.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundaryOf(type)}"` };
  return Busboy({
    ...{ headers, limits: LIMITS, fileHwm: FILE_BUFFER_BYTES },
    // A name with a path in it is refused later on rather than cut to something that was not asked for.
    preservePath: true,
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
  });
}

class FormReading {
  isFromPage = false;
  readonly #form: BusboyInstance;
  readonly #keep: KeepFile;
  readonly #body: FastifyRequest['raw'];
  readonly #pairs: [string, string][] = [];
  readonly #files: ReceivedFile[] = [];
  readonly #open = new Set<Readable>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(form: BusboyInstance, keep: KeepFile, body: FastifyRequest['raw']) {
    this.#form = form;
    this.#keep = keep;
    this.#body = body;
  }

  async run(): Promise<UploadForm> {
    const body = this.#body;
    try {
      await this.#readAll(body);
      await this.#last;
      // A client that has hung up meanwhile has cancelled, or sends it again.
      if (body.socket.destroyed) throw cut();
      return { fields: fieldsFrom(this.#pairs), files: this.#files };
    } finally {
      body.unpipe(this.#form);
      // A client reads its answer only after it has sent everything, so what is left is let through.
      body.resume();
      // Readers that still wait for bytes learn that none will come.
      for (const file of this.#open) file.destroy(cut());
      await Promise.allSettled([this.#last]);
    }
  }

  #readAll(body: FastifyRequest['raw']): Promise<void> {
    return new Promise((resolve, fail) => {
      this.#form.on('field', (name, value, _isNameCut, isCut) =>
        this.#addField({ name, value, isCut }, fail),
      );
      this.#form.on('file', (name, file, fileName) => this.#addFile({ name, file, fileName }, fail));
      for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
        this.#form.on(limit, () => fail(bodyTooLarge('The form has too many parts.')));
      }
      this.#form.once('error', () => fail(cut()));
      this.#form.once('finish', resolve);
      // A client may have hung up while it waited for its turn.
      if (body.destroyed) fail(cut());
      body.once('error', () => fail(cut()));
      body.once('close', () => {
        if (!body.complete) fail(cut());
      });
      body.pipe(this.#form);
    });
  }

  #addField({ name, value, isCut }: SentField, fail: (error: unknown) => void): void {
    try {
      if (isCut) throw bodyTooLarge(`Field ${name} is longer than 64 KiB.`);
      checkName(name);
      checkValue(name, value);
      this.#pairs.push([name, value]);
    } catch (error) {
      fail(error);
    }
  }

  #addFile({ name, file, fileName }: SentFile, fail: (error: unknown) => void): void {
    // The parser only announces what ends a part early; a stream that is read later must still know.
    file.on('error', (error) => file.destroy(error));
    if (name !== 'file') {
      file.resume();
      return;
    }
    this.#open.add(file);
    const sentName = this.isFromPage ? unescaped(fileName) : fileName;
    const keeping = this.#last.then(async () => {
      this.#files.push(await this.#keep(sentName, passingPieces(file, this.#body)));
      this.#open.delete(file);
    });
    this.#last = keeping;
    keeping.catch(fail);
  }
}

interface SentField {
  readonly name: string;
  readonly value: string;
  readonly isCut: boolean;
}

interface SentFile {
  readonly name: string;
  readonly file: Readable;
  readonly fileName: string;
}

function cut(): RequestError {
  return unreadableBody('Multipart form parse error - The form is cut.');
}

/** What the HTML standard escapes in the names of form fields, and nothing else. */
function unescaped(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}
