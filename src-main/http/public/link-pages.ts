import { joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { Visit } from '../../usecases/sharing/link-access.ts';
import { type Html, html, page } from './page.ts';
import { type PageMessages, sizeText } from './page-messages.ts';

/** What a visitor calls the thing behind the link. */
function titleOf({ link, library }: Visit): string {
  return link.path === '/' ? library.name : nameOf(link.path);
}

/** A file that can be downloaded, if the link says so. */
export function filePage(messages: PageMessages, visit: Visit): string {
  const { item, link } = visit;
  const size = item.kind === 'file' ? item.sizeBytes : 0;
  const way = link.canDownload
    ? html`<p><a href="?dl=1" download>${messages('download')}</a></p>`
    : html`<p class="note">${messages('onlyShown')}</p>`;
  return page(messages, titleOf(visit), html`<p class="note">${sizeText(messages, size)}</p>${way}`);
}

/** As much as a visitor reads; any visitor may ask for a folder of any size. */
const ROWS_A_PAGE = 1_000;

/** What is in a folder of the link, a page of it. */
export function folderPage(
  messages: PageMessages,
  visit: Visit,
  {
    path,
    dirents,
    from,
  }: { readonly path: string; readonly dirents: readonly Dirent[]; readonly from: number },
): string {
  const title = path === '/' ? titleOf(visit) : `${titleOf(visit)}${path}`;
  const up =
    path === '/'
      ? html``
      : html`<p><a href="${folderAddress(visit, parentOf(path))}">${messages('up')}</a></p>`;
  const shown = dirents.slice(from, from + ROWS_A_PAGE);
  const rows = shown.map((dirent) => row(messages, visit, { path: joinPath(path, dirent.name), dirent }));
  const upload = visit.link.canUpload
    ? html`<p><a href="${uploadAddress(visit, path)}">${messages('uploadHere')}</a></p>`
    : html``;
  const next = from + ROWS_A_PAGE;
  const more =
    next < dirents.length
      ? html`<p><a href="${folderAddress(visit, path)}&amp;from=${String(next)}">${messages('more', { count: dirents.length - next })}</a></p>`
      : html``;
  const table = html`<table>
<thead><tr><th scope="col">${messages('name')}</th><th scope="col" class="size">${messages('size')}</th></tr></thead>
<tbody>${rows}</tbody>
</table>`;
  return page(
    messages,
    title,
    html`${up}${upload}${shown.length === 0 ? html`<p class="note">${messages('emptyFolder')}</p>` : table}${more}`,
  );
}

function row(
  messages: PageMessages,
  visit: Visit,
  { path, dirent }: { readonly path: string; readonly dirent: Dirent },
): Html {
  if (dirent.kind === 'dir') {
    const address = folderAddress(visit, path);
    return html`<tr><td><a href="${address}">${dirent.name}/</a></td><td class="size"></td></tr>
`;
  }
  const address = `/d/${visit.link.token}/files/?p=${encodeURIComponent(path.toWellFormed())}&dl=1`;
  const name = visit.link.canDownload
    ? html`<a href="${address}" download>${dirent.name}</a>`
    : html`${dirent.name}`;
  return html`<tr><td>${name}</td><td class="size">${sizeText(messages, dirent.sizeBytes)}</td></tr>
`;
}

function folderAddress({ link }: Visit, path: string): string {
  return `/d/${link.token}/?p=${encodeURIComponent(path.toWellFormed())}`;
}

/** Asks for the password of a link. */
export function passwordPage(messages: PageMessages, isWrong: boolean): string {
  const wrong = html`<p class="wrong" role="alert">${messages('wrongPassword')}</p>`;
  return page(
    messages,
    messages('passwordNeeded'),
    html`${isWrong ? wrong : html``}<form method="post">
<label for="password">${messages('password')}</label>
<input id="password" name="password" type="password" required autofocus autocomplete="off">
<button>${messages('open')}</button>
</form>`,
  );
}

/** Takes files into a folder of the library, which may lie below that of the link. */
export function uploadPage(
  messages: PageMessages,
  visit: Visit,
  { folder, path }: { readonly folder: string; readonly path: string },
): string {
  const title = folder === visit.link.path ? titleOf(visit) : nameOf(folder);
  return page(
    messages,
    messages('uploadTo', { title }),
    html`<form method="post" enctype="multipart/form-data" action="${uploadAddress(visit, path)}">
<label for="file">${messages('files')}</label>
<input id="file" name="file" type="file" multiple required>
<button>${messages('upload')}</button>
</form>${backToFolder(messages, visit, path)}`,
  );
}

/** Says what was taken in, under the names that it has now. */
export function uploadedPage(
  messages: PageMessages,
  visit: Visit,
  { path, names }: { readonly path: string; readonly names: readonly string[] },
): string {
  const more = visit.link.kind === 'upload' ? `/u/d/${visit.link.token}/` : uploadAddress(visit, path);
  return page(
    messages,
    messages('uploaded', { count: names.length }),
    html`<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>
<p><a href="${more}">${messages('uploadMore')}</a></p>${backToFolder(messages, visit, path)}`,
  );
}

/** Where the form of the upload page goes; below shared folders that is the address of the page, too. */
function uploadAddress({ link }: Visit, path: string): string {
  const prefix = link.kind === 'upload' ? '/u/d' : '/d';
  return `${prefix}/${link.token}/upload/?p=${encodeURIComponent(path.toWellFormed())}`;
}

/** Links that only take files in do not show what is there. */
function backToFolder(messages: PageMessages, visit: Visit, path: string): Html {
  if (visit.link.kind === 'upload') return html``;
  return html`<p><a href="${folderAddress(visit, path)}">${messages('backToFolder')}</a></p>`;
}
