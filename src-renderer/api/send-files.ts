import { UPLOAD_ID_HEADER, type UploadFollower } from '../../src-shared/desktop-bridge.ts';
import { COMMIT_HEADER, ERROR_HEADER } from '../../src-shared/headers.ts';
import { machineTime } from '../format/time.ts';
import { ApiError, codeOfStatus, isDomainCode } from './api-error.ts';
import { t } from './messages.ts';

export interface SendRequest {
  /** The folder that the address is for. */
  readonly folder: string;
  /** Relative to it, without a leading slash; empty for the folder itself. */
  readonly relativeFolder: string;
  readonly replace: boolean;
  readonly files: readonly File[];
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Bytes sent so far, including the form around the files. */
  readonly onprogress: (sentBytes: number) => void;
}

/** Sends files to an upload address and returns the commit that holds them. */
export type SendFiles = (url: string, request: SendRequest, options: SendOptions) => Promise<string>;

/** The file server answers with text for other clients; the code of the refusal is in a header. */
function refusalOf({ status, responseText }: XMLHttpRequest, named: string | null): ApiError {
  const code = named !== null && isDomainCode(named) ? named : codeOfStatus(status);
  return new ApiError(code, responseText.slice(0, 500));
}

/** How often the shell is asked how far an upload is. */
const ASK_EVERY_MS = 250;

/**
 * `fetch` does not report upload progress, so this uses `XMLHttpRequest`.
 * @param shell reports upload progress where the page's own requests cannot; null in a browser
 */
export function createSendFiles(shell: UploadFollower | null): SendFiles {
  return (url, request, options) => send(url, request, { ...options, shell });
}

function send(
  url: string,
  request: SendRequest,
  { signal, onprogress, shell }: SendOptions & { readonly shell: UploadFollower | null },
): Promise<string> {
  // A request aborted before `send` would be sent regardless.
  if (signal.aborted) return Promise.reject(ended());
  return new Promise((resolve, reject) => {
    const http = new XMLHttpRequest();
    // The service also answers at the page's own origin, where the desktop shell lets content through.
    const { pathname, search } = new URL(url, window.location.href);
    http.open('POST', pathname + search);
    if (shell === null) http.upload.addEventListener('progress', ({ loaded }) => onprogress(loaded));
    else followInShell(http, shell, { signal, onprogress });
    http.addEventListener('load', () => {
      if (http.status < 300) resolve(http.getResponseHeader(COMMIT_HEADER) ?? '');
      else reject(refusalOf(http, http.getResponseHeader(ERROR_HEADER)));
    });
    http.addEventListener('error', () => reject(new ApiError('unreachable', t('connectionBroke'))));
    http.addEventListener('abort', () => reject(ended()));
    signal.addEventListener('abort', () => http.abort(), { once: true });
    http.send(formOf(request));
  });
}

function ended(): DOMException {
  return new DOMException('The upload was ended.', 'AbortError');
}

/** The request is open, and not sent yet. */
function followInShell(
  http: XMLHttpRequest,
  shell: UploadFollower,
  { signal, onprogress }: SendOptions,
): void {
  const id = crypto.randomUUID();
  http.setRequestHeader(UPLOAD_ID_HEADER, id);
  let isOver = false;
  const ask = async (): Promise<void> => {
    const bytes = await shell.uploadedBytes(id);
    if (!isOver) onprogress(bytes);
  };
  // If the shell does not answer, the upload fails too, and reports that itself.
  const timer = setInterval(() => void ask().catch(() => undefined), ASK_EVERY_MS);
  const cancel = () => void shell.cancelUpload(id).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  http.addEventListener('loadend', () => {
    isOver = true;
    clearInterval(timer);
  });
}

/** As the call expects it; now where the disk reports an impossible date. */
function modifiedAt({ lastModified }: File): string {
  return machineTime(lastModified / 1000) ?? new Date().toISOString();
}

function formOf({ folder, relativeFolder, replace, files }: SendRequest): FormData {
  const form = new FormData();
  form.append('parent_dir', folder);
  if (relativeFolder !== '') form.append('relative_path', relativeFolder);
  form.append('replace', replace ? '1' : '0');
  for (const file of files) form.append('last_modify_each', modifiedAt(file));
  for (const file of files) form.append('file', contentOf(file), file.name);
  return form;
}

/**
 * What is put into the form for a file. Electron opens the files of a form by their paths, and treats one named
 * `*.asar` as an archive of its own or as an error; the bytes of a blob it requests from Chromium, all at once.
 */
function contentOf(file: File): Blob {
  return /\.asar$/i.test(file.name) ? new Blob([file], { type: file.type }) : file;
}
