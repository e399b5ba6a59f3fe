import { UPLOAD_ID_HEADER, type UploadFollower } from '../../src-shared/desktop-bridge.ts';
import { COMMIT_HEADER, ERROR_HEADER } from '../../src-shared/headers.ts';
import { machineTime } from '../format/time.ts';
import { ApiError, codeOfStatus, isDomainCode } from './api-error.ts';
import { t } from './messages.ts';

export interface SendRequest {
  /** The folder that the address is for. */
  readonly folder: string;
  /** Below it, without a slash at its start; empty for the folder itself. */
  readonly relativeFolder: string;
  readonly replace: boolean;
  readonly files: readonly File[];
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Bytes on their way so far, the form around the files included. */
  readonly onprogress: (sentBytes: number) => void;
}

/** Takes files to an upload address and gives the commit that holds them. */
export type SendFiles = (url: string, request: SendRequest, options: SendOptions) => Promise<string>;

/** The file server answers words for other clients; which refusal it is stands beside them. */
function refusalOf({ status, responseText }: XMLHttpRequest, named: string | null): ApiError {
  const code = named !== null && isDomainCode(named) ? named : codeOfStatus(status);
  return new ApiError(code, responseText.slice(0, 500));
}

/** How often the shell is asked how far an upload is. */
const ASK_EVERY_MS = 250;

/**
 * `fetch` does not tell how far an upload is, so this is the older way.
 * @param shell follows uploads where the page's own requests do not; null in a browser
 */
export function createSendFiles(shell: UploadFollower | null): SendFiles {
  return (url, request, options) => send(url, request, { ...options, shell });
}

function send(
  url: string,
  request: SendRequest,
  { signal, onprogress, shell }: SendOptions & { readonly shell: UploadFollower | null },
): Promise<string> {
  // A request that is given up before it is sent would be sent all the same.
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
  // A shell that does not answer takes the upload with it, which says so itself.
  const timer = setInterval(() => void ask().catch(() => undefined), ASK_EVERY_MS);
  const cancel = () => void shell.cancelUpload(id).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  http.addEventListener('loadend', () => {
    isOver = true;
    clearInterval(timer);
  });
}

/** As the call takes it; now where a disk says what no calendar has. */
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
 * What an upload holds of a file. Electron opens the files of a form by their paths, and takes one named `*.asar` for an archive
 * of its own or for an error; the bytes of a blob it asks Chromium for, all at once.
 */
function contentOf(file: File): Blob {
  return /\.asar$/i.test(file.name) ? new Blob([file], { type: file.type }) : file;
}
