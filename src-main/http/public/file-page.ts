import { nameOf } from '../../core/library/path.ts';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import type { Visit } from '../../usecases/sharing/link-access.ts';
import { type Html, html } from './html.ts';
import { icon } from './icons.ts';
import { crumbs, fileAddresses, linkButton, linkHead, titleOf } from './link-head.ts';
import { page } from './page.ts';
import { type PageMessages, sizeText } from './page-messages.ts';
import { fileIcon, type PreviewKind, previewKindOf } from './previews.ts';
import { plainName, shownName } from './shown-names.ts';

/** A document is fetched whole before it is shown. */
const MOST_DOCUMENT_BYTES = 64 * 1024 * 1024;

export interface ShownFile {
  readonly file: FileDirent;
  /** In the folder of the link; '/' is the link's own file. */
  readonly path: string;
  /** How it begins, where it is text. */
  readonly text: { readonly text: string; readonly isCut: boolean } | null;
  /** Files beside it. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Whether the page of a file has the script: for a document, as no browser shows attachments, and for the arrow keys. */
export function isFileScripted({ link }: Visit, { file, path }: Pick<ShownFile, 'file' | 'path'>): boolean {
  return link.canDownload && (isDocument(file) || path !== '/');
}

function isDocument({ name, sizeBytes }: FileDirent): boolean {
  return previewKindOf(name) === 'pdf' && sizeBytes <= MOST_DOCUMENT_BYTES;
}

/** A file that can be looked at and downloaded, if the link says so. */
export function filePage(messages: PageMessages, visit: Visit, shown: ShownFile): string {
  const { file, path } = shown;
  const { canDownload } = visit.link;
  const name = path === '/' ? titleOf(visit) : nameOf(path);
  const { download } = fileAddresses(visit, path);
  const head = linkHead(messages, visit, {
    ...{ sign: fileIcon(name), heading: shownName(name), facts: [sizeText(messages, file.sizeBytes)] },
    actions: canDownload
      ? linkButton(download, {
          ...{ text: messages('download'), sign: 'download', kind: 'primary', isDownload: true },
        })
      : html``,
  });
  const inside = canDownload
    ? html`<section class="card preview">${preview(messages, visit, shown)}</section>`
    : html`<p class="card empty">${messages('onlyShown')}</p>`;
  const kind = previewKindOf(name);
  return page(messages, {
    title: plainName(name),
    width: kind === 'text' || kind === 'audio' ? 'middle' : 'wide',
    isScripted: isFileScripted(visit, shown),
    content: html`${head}
${path === '/' ? html`` : html`<div class="bar">${crumbs(messages, visit, path)}${beside(messages, visit, shown)}</div>`}
${inside}`,
  });
}

function preview(messages: PageMessages, visit: Visit, { file, path, text }: ShownFile): Html {
  const { raw } = fileAddresses(visit, path);
  const name = plainName(file.name);
  const ways: Readonly<Record<Exclude<PreviewKind, 'text'>, () => Html>> = {
    picture: () => html`<img src="${raw}" alt="${name}">`,
    video: () => html`<video src="${raw}" controls preload="metadata" aria-label="${name}"></video>`,
    audio: () => html`<audio src="${raw}" controls preload="metadata" aria-label="${name}"></audio>`,
    pdf: () => document(messages, file, raw),
  };
  const kind = previewKindOf(file.name);
  if (kind !== 'text') return ways[kind]();
  if (text === null) return nothingShown(messages, file);
  if (text.text === '') return html`<p class="empty">${messages('emptyFile')}</p>`;
  const cut = text.isCut ? html`<p class="hint">${messages('onlyBeginning')}</p>` : html``;
  return html`<pre tabindex="0" aria-label="${messages('textOf', { name })}">
${text.text}</pre>${cut}`;
}

function document(messages: PageMessages, file: FileDirent, raw: string): Html {
  if (!isDocument(file)) return nothingShown(messages, file);
  return html`${nothingShown(messages, file)}
<p class="scripted" hidden><button type="button" class="button plain" data-document="${raw}" data-name="${plainName(file.name)}" data-failed="${messages('brokenOff')}">${messages('showDocument')}</button></p>`;
}

function nothingShown(messages: PageMessages, { name }: FileDirent): Html {
  return html`<div class="empty">${icon(fileIcon(name), 48)}<p>${messages('noPreview')}</p></div>`;
}

/** Ways to the files before and after this one. */
function beside(messages: PageMessages, visit: Visit, { before, after }: ShownFile): Html {
  const way = (path: string | undefined, rel: 'prev' | 'next') => {
    if (path === undefined) return html``;
    const text = messages(rel === 'prev' ? 'previous' : 'next');
    const sign = icon(rel === 'prev' ? 'chevron-left' : 'chevron-right', 20);
    const { page: address } = fileAddresses(visit, path);
    return html`<a rel="${rel}" class="button plain" href="${address}" aria-label="${text}" title="${text}">${sign}</a>`;
  };
  return html`<div class="beside">${way(before, 'prev')}${way(after, 'next')}</div>`;
}
