import { nameOf } from '../../core/library/path.ts';
import type { Visit } from '../../usecases/sharing/link-access.ts';
import { type Html, html } from './html.ts';
import { icon } from './icons.ts';
import { folderAddress, linkButton, linkHead, titleOf, uploadAddress } from './link-head.ts';
import { notePage, page } from './page.ts';
import type { PageMessages } from './page-messages.ts';
import { plainName, shownName } from './shown-names.ts';

/** Asks for the password of a link. */
export function passwordPage(messages: PageMessages, isWrong: boolean): string {
  const wrong = html`<p class="wrong" role="alert">${messages('wrongPassword')}</p>`;
  return notePage(messages, {
    title: messages('passwordNeeded'),
    sign: 'lock',
    content: html`<p>${messages('passwordWhy')}</p>
<form method="post" class="password">
<label for="password">${messages('password')}</label>
<input id="password" name="password" type="password" required autofocus autocomplete="off">
${isWrong ? wrong : html``}<button class="button primary">${messages('open')}</button>
</form>`,
  });
}

interface UploadPlace {
  /** In the library; it may lie below the folder of the link. */
  readonly folder: string;
  readonly path: string;
}

/** Takes files into a folder. */
export function uploadPage(messages: PageMessages, visit: Visit, { folder, path }: UploadPlace): string {
  const title = folder === visit.link.path ? titleOf(visit) : nameOf(folder);
  const heading = messages('uploadTo', { title: plainName(title) });
  const around = messages('uploadTo', { title: '\0' }).split('\0');
  const head = linkHead(messages, visit, {
    ...{ sign: 'cloud-upload', facts: [] },
    heading: html`${around[0] ?? ''}${shownName(title)}${around[1] ?? ''}`,
  });
  return page(messages, {
    title: heading,
    width: 'middle',
    isScripted: true,
    content: html`${head}
<form class="card upload" method="post" enctype="multipart/form-data" action="${uploadAddress(visit, path)}" data-words="${JSON.stringify(scriptWords(messages))}">
<label class="drop" for="file">${icon('cloud-upload', 40)}<b>${messages('files')}</b><span class="scripted" hidden>${messages('orDrop')}</span>
<input id="file" name="file" type="file" multiple required></label>
<button class="button primary">${icon('upload', 18)}${messages('upload')}</button>
</form>
${backToFolder(messages, visit, path)}`,
  });
}

/** What the script of the page says, with the places of its values left open. */
function scriptWords(messages: PageMessages) {
  return {
    chosen: messages('chosen'),
    remove: messages('remove', { name: '{name}' }),
    cancel: messages('cancel'),
    tryAgain: messages('tryAgain'),
    uploading: messages('uploading'),
    progress: messages('progress', { sent: '{sent}', total: '{total}' }),
    timeLeft: messages('timeLeft', { time: '{time}' }),
    waiting: messages('waiting'),
    saved: messages('saved'),
    savedAs: messages('savedAs', { name: '{name}' }),
    allUploaded: messages('allUploaded'),
    notAllUploaded: messages('notAllUploaded'),
    brokenOff: messages('brokenOff'),
    noFolders: messages('noFolders'),
  };
}

/** Says what was taken in, under the names that it has now. */
export function uploadedPage(
  messages: PageMessages,
  visit: Visit,
  { path, names }: { readonly path: string; readonly names: readonly string[] },
): string {
  const more = visit.link.kind === 'upload' ? `/u/d/${visit.link.token}/` : uploadAddress(visit, path);
  return notePage(messages, {
    title: messages('uploaded', { count: names.length }),
    sign: 'circle-check',
    content: html`<ul class="saved">${names.map((name) => html`<li data-saved="${name}">${shownName(name)}</li>`)}</ul>
<p>${linkButton(more, { text: messages('uploadMore'), sign: 'upload', kind: 'plain' })}</p>
${backToFolder(messages, visit, path)}`,
  });
}

/** Links that only take files in do not show what is there. */
function backToFolder(messages: PageMessages, visit: Visit, path: string): Html {
  if (visit.link.kind === 'upload') return html``;
  return html`<p class="back"><a href="${folderAddress(visit, path)}">${messages('backToFolder')}</a></p>`;
}
