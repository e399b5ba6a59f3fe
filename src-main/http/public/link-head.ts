import type { PublicLinkKind } from '../../core/access/public-link.ts';
import { nameOf, parentOf } from '../../core/library/path.ts';
import type { Visit } from '../../usecases/sharing/link-access.ts';
import { type Html, html } from './html.ts';
import { type Icon, icon } from './icons.ts';
import { type PageMessages, timeText } from './page-messages.ts';
import { shownName } from './shown-names.ts';

/** What a visitor calls the thing behind the link. */
export function titleOf({ link, library }: Visit): string {
  return link.path === '/' ? library.name : nameOf(link.path);
}

export interface HeadParts {
  readonly sign: Icon;
  /** The heading, escaped where it has a name in it. */
  readonly heading: Html;
  /** What is said of the thing itself. */
  readonly facts: readonly string[];
  readonly actions?: Html;
}

/** What it is, who shares it, until when, and what can be done with all of it. */
export function linkHead(
  messages: PageMessages,
  { link, sharedBy }: Visit,
  { sign, heading, facts, actions = html`` }: HeadParts,
): Html {
  const until = link.expiresAtSeconds;
  const end = until === null ? [] : [messages('until', { time: timeText(messages, until, 'moment') })];
  const parts = [...facts, ...end].map((fact) => html`<span>${fact}</span>`);
  const who = sharedBy === null ? html`` : whose(messages, link.kind, sharedBy);
  return html`<header class="head">
<span class="sign">${icon(sign, 26)}</span>
<div class="about">
<h1>${heading}</h1>
<p class="facts">${who}${parts}</p>
</div>
<div class="actions">${actions}</div>
</header>`;
}

function whose(messages: PageMessages, kind: PublicLinkKind, name: string): Html {
  const [before = '', after = ''] = messages(kind === 'upload' ? 'uploadsGoTo' : 'sharedBy', {
    name: '\0',
  }).split('\0');
  return html`<span>${before}<b>${shownName(name)}</b>${after}</span>`;
}

/** @param kind how much it stands out */
export function linkButton(address: string, { text, sign, kind, isDownload = false }: ButtonParts): Html {
  const download = isDownload ? html` download` : html``;
  return html`<a class="button ${kind}" href="${address}"${download}>${icon(sign, 18)}${text}</a>`;
}

interface ButtonParts {
  readonly text: string;
  readonly sign: Icon;
  readonly kind: 'primary' | 'plain';
  readonly isDownload?: boolean;
}

/** The folders of the link that something lies in, the topmost first, each with a way to it. */
export function crumbs(messages: PageMessages, visit: Visit, path: string): Html {
  const above: string[] = [];
  for (let at = path; at !== '/'; at = parentOf(at)) above.unshift(parentOf(at));
  if (above.length === 0) return html``;
  const steps = above.map((folder) => {
    const name = folder === '/' ? titleOf(visit) : nameOf(folder);
    return html`<li><a href="${folderAddress(visit, folder)}">${shownName(name)}</a></li>`;
  });
  return html`<nav class="crumbs" aria-label="${messages('place')}"><ol>${steps}</ol></nav>`;
}

export interface FolderView {
  readonly mode?: 'list' | 'grid' | undefined;
  readonly from?: number;
}

export function folderAddress(visit: Visit, path: string, { mode, from = 0 }: FolderView = {}): string {
  const view = `${mode === undefined ? '' : `&mode=${mode}`}${from === 0 ? '' : `&from=${from}`}`;
  return `/d/${visit.link.token}/?p=${inQuery(path)}${view}`;
}

/** Addresses of a file of the link: its page, its bytes to be shown, and its bytes to be kept. */
export function fileAddresses({ link }: Visit, path: string) {
  const page = link.isDir ? `/d/${link.token}/files/?p=${inQuery(path)}&` : '?';
  return { page: page.slice(0, -1), raw: `${page}raw=1`, download: `${page}dl=1` };
}

export function thumbnailAddress({ link }: Visit, path: string): string {
  return `/d/${link.token}/thumbnail/?p=${inQuery(path)}`;
}

export function archiveAddress({ link }: Visit, path: string): string {
  return `/d/${link.token}/zip/?p=${inQuery(path)}`;
}

/** Where the form of the upload page goes; below shared folders that is the address of the page, too. */
export function uploadAddress({ link }: Visit, path: string): string {
  const prefix = link.kind === 'upload' ? '/u/d' : '/d';
  return `${prefix}/${link.token}/upload/?p=${inQuery(path)}`;
}

function inQuery(path: string): string {
  return encodeURIComponent(path.toWellFormed());
}
