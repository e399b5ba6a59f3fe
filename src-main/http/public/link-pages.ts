import { joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { Visit } from '../../services/link-visits.ts';
import { sizeFormatted } from '../present/size.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';

/** What a visitor calls the thing behind the link. */
function titleOf({ link, library }: Visit): string {
  return link.path === '/' ? library.name : nameOf(link.path);
}

/** A file that can be downloaded, if the link says so. */
export function filePage(visit: Visit): string {
  const { item, link } = visit;
  const size = item.kind === 'file' ? item.sizeBytes : 0;
  const way = link.canDownload
    ? html`<p><a href="?dl=1" download>Download</a></p>`
    : html`<p class="note">This link only shows that the file is there; it cannot be downloaded.</p>`;
  return page(titleOf(visit), html`<p class="note">${sizeFormatted(size)}</p>${way}`);
}

/** What is in a folder of the link. */
export function folderPage(visit: Visit, path: string, dirents: readonly Dirent[]): string {
  const title = path === '/' ? titleOf(visit) : `${titleOf(visit)}${path}`;
  const up = path === '/' ? html`` : html`<p><a href="${folderAddress(visit, parentOf(path))}">Up</a></p>`;
  const rows = dirents.map((dirent) => row(visit, joinPath(path, dirent.name), dirent));
  const address = `/d/${visit.link.token}/upload/?p=${encodeURIComponent(path.toWellFormed())}`;
  const upload = visit.link.canUpload ? html`<p><a href="${address}">Upload files here</a></p>` : html``;
  const table = html`<table>
<thead><tr><th scope="col">Name</th><th scope="col" class="size">Size</th></tr></thead>
<tbody>${rows}</tbody>
</table>`;
  return page(
    title,
    html`${up}${upload}${dirents.length === 0 ? html`<p class="note">This folder is empty.</p>` : table}`,
  );
}

function row(visit: Visit, path: string, dirent: Dirent): Html {
  if (dirent.kind === 'dir') {
    const address = folderAddress(visit, path);
    return html`<tr><td><a href="${address}">${dirent.name}/</a></td><td class="size"></td></tr>
`;
  }
  const address = `/d/${visit.link.token}/files/?p=${encodeURIComponent(path.toWellFormed())}&dl=1`;
  const name = visit.link.canDownload
    ? html`<a href="${address}" download>${dirent.name}</a>`
    : html`${dirent.name}`;
  return html`<tr><td>${name}</td><td class="size">${sizeFormatted(dirent.sizeBytes)}</td></tr>
`;
}

function folderAddress({ link }: Visit, path: string): string {
  return `/d/${link.token}/?p=${encodeURIComponent(path.toWellFormed())}`;
}

/** Asks for the password of a link. */
export function passwordPage(isWrong: boolean): string {
  const wrong = html`<p class="wrong" role="alert">This is not the password.</p>`;
  return page(
    'Password needed',
    html`${isWrong ? wrong : html``}<form method="post">
<label for="password">The password of this link</label>
<input id="password" name="password" type="password" required autofocus autocomplete="off">
<button>Open</button>
</form>`,
  );
}

/** Takes files into a folder of the library, which may lie below that of the link. */
export function uploadPage(visit: Visit, folder: string, target: string): string {
  const title = folder === visit.link.path ? titleOf(visit) : nameOf(folder);
  return page(
    `Upload to ${title}`,
    html`<form method="post" enctype="multipart/form-data" action="${target}">
<input type="hidden" name="parent_dir" value="${folder}">
<label for="file">Files</label>
<input id="file" name="file" type="file" multiple required>
<button>Upload</button>
</form>`,
  );
}
