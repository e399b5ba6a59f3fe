import { joinPath, nameOf } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { Visit } from '../../usecases/sharing/link-access.ts';
import { type Html, html } from './html.ts';
import { type Icon, icon, iconSymbols, usedIcon } from './icons.ts';
import {
  archiveAddress,
  crumbs,
  type FolderView,
  fileAddresses,
  folderAddress,
  linkButton,
  linkHead,
  thumbnailAddress,
  titleOf,
  uploadAddress,
} from './link-head.ts';
import { page } from './page.ts';
import { type PageMessages, sizeText, timeText } from './page-messages.ts';
import { fileIcon, hasThumbnail, previewKindOf } from './previews.ts';
import { plainName, shownName } from './shown-names.ts';

/** As much as a visitor reads; any visitor may ask for a folder of any size. */
const ROWS_A_PAGE = 1_000;
/** Each is a request of its own. */
const PICTURES_A_PAGE = 200;
/** Pictures that the service makes no smaller are shown as they are up to here. */
const SMALL_PICTURE_BYTES = 500_000;

interface ShownFolder extends FolderView {
  readonly path: string;
  readonly dirents: readonly Dirent[];
}

/** What is in a folder of the link, a page of it. */
export function folderPage(messages: PageMessages, visit: Visit, asked: ShownFolder): string {
  const { path, dirents, from: wanted = 0 } = asked;
  const from = wanted < dirents.length ? wanted : 0;
  const folder = { ...asked, from };
  const name = path === '/' ? titleOf(visit) : nameOf(path);
  const isGrid = (folder.mode ?? usualMode(dirents)) === 'grid';
  const rows = isGrid ? PICTURES_A_PAGE : ROWS_A_PAGE;
  const items = dirents.slice(from, from + rows).map((dirent) => itemOf(visit, path, dirent));
  const list = isGrid ? grid(items) : table(messages, visit, items);
  const empty = html`<p class="card empty">${messages('emptyFolder')}</p>`;
  const only = visit.link.canDownload ? html`` : html`<p class="hint">${messages('onlyListed')}</p>`;
  return page(messages, {
    title: plainName(name),
    width: isGrid ? 'wide' : 'middle',
    content: html`${head(messages, visit, folder, name)}
${only}<div class="bar">${crumbs(messages, visit, path)}${modeSwitch(messages, visit, folder, isGrid)}</div>
${iconSymbols(['download', ...items.map(({ sign }) => sign)])}
${items.length === 0 ? empty : list}${pager(messages, visit, folder, rows)}`,
  });
}

/** Pictures are looked at, everything else is read. What is first decides: there may be hundreds of thousands. */
function usualMode(dirents: readonly Dirent[]): 'list' | 'grid' {
  const first = dirents.slice(0, ROWS_A_PAGE);
  const pictures = first.filter(({ kind, name }) => kind === 'file' && previewKindOf(name) === 'picture');
  return pictures.length * 2 > first.length ? 'grid' : 'list';
}

function head(messages: PageMessages, visit: Visit, { path, dirents }: ShownFolder, name: string): Html {
  const { canDownload, canUpload } = visit.link;
  const files = dirents.filter((dirent) => dirent.kind === 'file');
  const folders = dirents.length - files.length;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const facts = [
    ...(folders > 0 ? [messages('folders', { count: folders })] : []),
    ...(files.length > 0 ? [messages('fileCount', { count: files.length })] : []),
    // What is in the folders is not counted, so nothing is said of all together.
    ...(files.length > 0 && folders === 0 ? [sizeText(messages, bytes)] : []),
  ];
  const upload = linkButton(uploadAddress(visit, path), {
    ...{ text: messages('uploadHere'), sign: 'upload', kind: 'plain' },
  });
  const download = linkButton(archiveAddress(visit, path), {
    ...{ text: messages('downloadAll'), sign: 'download', kind: 'primary', isDownload: true },
  });
  return linkHead(messages, visit, {
    ...{ sign: 'folder', heading: shownName(name), facts },
    actions: html`${canUpload ? upload : html``}${canDownload && dirents.length > 0 ? download : html``}`,
  });
}

function modeSwitch(messages: PageMessages, visit: Visit, { path, dirents }: ShownFolder, isGrid: boolean) {
  if (dirents.length === 0) return html``;
  const choice = (mode: 'list' | 'grid', sign: Icon, text: string) => {
    const current = (mode === 'grid') === isGrid ? html` aria-current="true"` : html``;
    return html`<a href="${folderAddress(visit, path, { mode })}"${current}>${icon(sign, 16)}${text}</a>`;
  };
  return html`<nav class="switch" aria-label="${messages('view')}">${choice('list', 'list', messages('asList'))}${choice('grid', 'layout-grid', messages('asGrid'))}</nav>`;
}

interface Item {
  readonly dirent: Dirent;
  readonly sign: Icon;
  readonly name: Html;
  /** Null: it only shows that it is there. */
  readonly address: string | null;
  readonly downloadAddress: string | null;
  /** A small picture of it; null: there is none. */
  readonly picture: string | null;
}

function itemOf(visit: Visit, folder: string, dirent: Dirent): Item {
  const path = joinPath(folder, dirent.name);
  const name = shownName(dirent.name);
  if (dirent.kind === 'dir')
    return {
      ...{ dirent, name, sign: 'folder', address: folderAddress(visit, path) },
      ...{ downloadAddress: null, picture: null },
    };
  const { page: address, raw, download } = fileAddresses(visit, path);
  const isPicture = previewKindOf(dirent.name) === 'picture' && dirent.sizeBytes <= SMALL_PICTURE_BYTES;
  const picture = hasThumbnail(dirent.name) ? thumbnailAddress(visit, path) : isPicture ? raw : null;
  const sign = fileIcon(dirent.name);
  return visit.link.canDownload
    ? { dirent, name, sign, address, downloadAddress: download, picture }
    : { dirent, name, sign, address: null, downloadAddress: null, picture: null };
}

function table(messages: PageMessages, visit: Visit, items: readonly Item[]): Html {
  const get = visit.link.canDownload
    ? html`<th scope="col" class="get"><span class="unseen">${messages('download')}</span></th>`
    : html``;
  return html`<div class="card"><table>
<thead><tr><th scope="col">${messages('name')}</th><th scope="col" class="date">${messages('modified')}</th><th scope="col" class="size">${messages('size')}</th>${get}</tr></thead>
<tbody>
${items.map((item) => row(messages, visit, item))}</tbody>
</table></div>`;
}

function row(
  messages: PageMessages,
  visit: Visit,
  { dirent, sign, name, address, downloadAddress }: Item,
): Html {
  const title = plainName(dirent.name);
  const label = html`${usedIcon(sign, 20)}${name}`;
  const opened =
    address === null
      ? html`<span class="item ${sign}" title="${title}">${label}</span>`
      : html`<a class="item ${sign}" href="${address}" title="${title}">${label}</a>`;
  const size = dirent.kind === 'file' ? sizeText(messages, dirent.sizeBytes) : '';
  const get = messages('downloadNamed', { name: title });
  const way =
    downloadAddress === null
      ? html``
      : html`<a href="${downloadAddress}" download title="${get}" aria-label="${get}">${usedIcon('download', 18)}</a>`;
  const cell = visit.link.canDownload ? html`<td class="get">${way}</td>` : html``;
  return html`<tr><td>${opened}</td><td class="date">${timeText(messages, dirent.mtimeSeconds, 'day')}</td><td class="size">${size}</td>${cell}</tr>
`;
}

function grid(items: readonly Item[]): Html {
  const tiles = items.map(({ sign, name, address, picture }) => {
    const image =
      picture === null ? html`` : html`<img src="${picture}" alt="" loading="lazy" decoding="async">`;
    const tile = html`<span class="thumb ${sign}">${usedIcon(sign, 36)}${image}</span><span class="label">${name}</span>`;
    return address === null
      ? html`<li><span class="tile">${tile}</span></li>
`
      : html`<li><a class="tile" href="${address}">${tile}</a></li>
`;
  });
  return html`<ul class="grid">
${tiles}</ul>`;
}

/** Ways to the rows before and after these. */
function pager(messages: PageMessages, visit: Visit, folder: ShownFolder, rows: number): Html {
  const { path, mode, from = 0, dirents } = folder;
  const count = dirents.length;
  if (from === 0 && count <= rows) return html``;
  const written = (number: number) => number.toLocaleString(messages.language);
  const last = Math.min(from + rows, count);
  const before = folderAddress(visit, path, { mode, from: Math.max(0, from - rows) });
  const after = folderAddress(visit, path, { mode, from: from + rows });
  const previous = html`<a rel="prev" class="button plain" href="${before}">${icon('chevron-left', 18)}${messages('previousPage')}</a>`;
  const next = html`<a rel="next" class="button plain" href="${after}">${messages('nextPage')}${icon('chevron-right', 18)}</a>`;
  const place = messages('rows', { first: written(from + 1), last: written(last), count: written(count) });
  return html`<nav class="pager" aria-label="${messages('pages')}">${from > 0 ? previous : html``}<span>${place}</span>${from + rows < count ? next : html``}</nav>`;
}
