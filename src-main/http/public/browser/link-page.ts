// The only script of pages behind links: uploads with their progress, a document in its page, arrow keys. Everything but
// that works without it. It sends the form that the page has, and reads the page that answers it.

/** What the form says, with the places of values left open. */
interface Words {
  readonly chosen: string;
  readonly remove: string;
  readonly cancel: string;
  readonly tryAgain: string;
  readonly uploading: string;
  readonly progress: string;
  readonly timeLeft: string;
  readonly waiting: string;
  readonly saved: string;
  readonly savedAs: string;
  readonly allUploaded: string;
  readonly notAllUploaded: string;
  readonly brokenOff: string;
  readonly noFolders: string;
}

/** A file on its way, with what its row shows. */
interface Item {
  readonly file: File;
  readonly row: HTMLLIElement;
  readonly how: HTMLElement;
  state: 'waiting' | 'saved' | 'failed';
}

/** Names under which files were saved, or why they were not. */
type Answer =
  | { readonly saved: readonly string[] }
  | { readonly refused: string; readonly isBrokenOff: boolean }
  | { readonly isCancelled: true };

/** So much goes in one request, or one file: each request becomes one change in the history of the library. */
const MOST_FILES = 100;
const MOST_BYTES = 32_000_000;
/** Before that a speed says nothing. */
const SETTLED_MS = 2_000;

const language = document.documentElement.lang;

function filled(message: string, values: Readonly<Record<string, string>>): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

function sized(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const unitDisplay = step === 0 ? 'long' : 'short';
  const style = {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay,
    maximumFractionDigits: 1,
  } as const;
  return (bytes / 1000 ** step).toLocaleString(language, style);
}

function lasting(seconds: number): string {
  const [amount, unit] =
    seconds < 90 ? [seconds, 'second'] : seconds < 5400 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
  return Math.max(1, amount).toLocaleString(language, style);
}

function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

function button(className: string, text: string, act: () => void): HTMLButtonElement {
  const element = made('button', className, text);
  element.type = 'button';
  element.addEventListener('click', act);
  return element;
}

/** The form of an upload page, which shows what is chosen, how far it is, and what became of it. */
class UploadForm {
  readonly #form: HTMLFormElement;
  readonly #input: HTMLInputElement;
  readonly #send: HTMLButtonElement;
  readonly #drop: HTMLElement;
  readonly #words: Words;
  readonly #list: HTMLUListElement;
  readonly #status = made('p', 'unseen');
  /** What it says of the whole; before anything was sent that is what the page came with. */
  readonly #heading = document.querySelector('h1') ?? made('h1', '');
  readonly #firstHeading = [...this.#heading.childNodes];
  #items: Item[] = [];
  #sending: XMLHttpRequest | null = null;

  constructor(
    form: HTMLFormElement,
    parts: { input: HTMLInputElement; send: HTMLButtonElement; drop: HTMLElement },
  ) {
    this.#form = form;
    this.#input = parts.input;
    this.#send = parts.send;
    this.#drop = parts.drop;
    this.#words = JSON.parse(form.dataset['words'] ?? '{}') as Words;
    this.#list = made('ul', 'chosen');
    this.#list.setAttribute('aria-label', this.#words.chosen);
    this.#status.setAttribute('role', 'status');
    this.#input.classList.add('unseen');
    this.#input.required = false;
    this.#drop.after(this.#list);
    form.append(this.#status);
    this.#listen();
    this.#show();
  }

  #listen(): void {
    this.#input.addEventListener('change', () => {
      this.#add([...(this.#input.files ?? [])]);
      this.#input.value = '';
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#sendAll();
    });
    // Anywhere on the page: a browser would open what is dropped beside the form.
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      this.#drop.classList.toggle('over', event.dataTransfer?.types.includes('Files') === true);
    });
    document.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) this.#drop.classList.remove('over');
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      this.#drop.classList.remove('over');
      if (this.#sending === null) this.#addDropped([...(event.dataTransfer?.items ?? [])]);
    });
    window.addEventListener('beforeunload', (event) => {
      if (this.#sending !== null) event.preventDefault();
    });
  }

  #addDropped(items: readonly DataTransferItem[]): void {
    for (const item of items) {
      const file = item.getAsFile();
      if (file === null) continue;
      this.#add([file]);
      const isFolder = item.webkitGetAsEntry()?.isDirectory === true;
      const added = this.#items.at(-1);
      if (isFolder && added !== undefined) this.#say(added, 'failed', this.#words.noFolders);
    }
    this.#show();
  }

  #add(files: readonly File[]): void {
    if (files.length > 0) this.#heading.replaceChildren(...this.#firstHeading);
    if (files.length > 0) this.#heading.closest('.head')?.classList.remove('done');
    for (const file of files) {
      const row = made('li', '');
      const how = made('span', 'how', sized(file.size));
      const name = document.createElement('bdi');
      name.textContent = file.name;
      const what = made('span', 'what');
      what.append(name);
      const item: Item = { file, row, how, state: 'waiting' };
      const away = button('', '\u00d7', () => this.#remove(item));
      away.setAttribute('aria-label', filled(this.#words.remove, { name: file.name }));
      row.append(what, how, away);
      this.#list.append(row);
      this.#items.push(item);
    }
    this.#show();
  }

  #remove(item: Item): void {
    item.row.remove();
    this.#items = this.#items.filter((other) => other !== item);
    this.#show();
    this.#input.focus();
  }

  #show(): void {
    const waiting = this.#items.some(({ state }) => state === 'waiting');
    this.#send.hidden = !waiting || this.#sending !== null;
    this.#drop.hidden = this.#sending !== null;
    for (const { row } of this.#items) {
      const away = row.querySelector('button');
      if (away !== null) away.hidden = this.#sending !== null;
    }
  }

  #say(item: Item, state: Item['state'], text: string): void {
    item.state = state;
    item.row.dataset['state'] = state;
    item.how.textContent = text;
  }

  /** Files that go in the next request; one alone after a refusal, so that it is told of the right one. */
  #nextBatch(waiting: readonly Item[], isAlone: boolean): Item[] {
    const batch: Item[] = [];
    let bytes = 0;
    for (const item of waiting) {
      bytes += item.file.size;
      if (batch.length > 0 && (isAlone || batch.length === MOST_FILES || bytes > MOST_BYTES)) break;
      batch.push(item);
    }
    return batch;
  }

  async #sendAll(): Promise<void> {
    const all = this.#items.filter(({ state }) => state === 'waiting');
    if (all.length === 0) return;
    this.#form.querySelector('.again')?.remove();
    const progress = new Progress(this.#words, all, () => this.#sending?.abort());
    this.#list.before(progress.element);
    this.#status.textContent = this.#words.uploading;
    for (const item of all) item.how.textContent = this.#words.waiting;
    const refusedTogether = new Set<Item>();
    for (;;) {
      const waiting = all.filter(({ state }) => state === 'waiting');
      const [first] = waiting;
      if (first === undefined) break;
      const batch = this.#nextBatch(waiting, refusedTogether.has(first));
      const answer = await this.#post(batch, progress);
      if ('isCancelled' in answer) break;
      this.#tell(batch, answer, refusedTogether);
      progress.settle(batch);
    }
    progress.element.remove();
    this.#sending = null;
    this.#end();
  }

  #tell(
    batch: readonly Item[],
    answer: Exclude<Answer, { isCancelled: true }>,
    refusedTogether: Set<Item>,
  ): void {
    for (const [at, item] of batch.entries()) {
      if ('saved' in answer) this.#saved(item, answer.saved[at] ?? item.file.name);
      else if (batch.length === 1 || answer.isBrokenOff) this.#say(item, 'failed', answer.refused);
      else refusedTogether.add(item);
    }
  }

  #saved(item: Item, name: string): void {
    const { saved, savedAs } = this.#words;
    this.#say(item, 'saved', name === item.file.name ? saved : filled(savedAs, { name }));
    item.row.querySelector('button')?.remove();
  }

  /** Sends what the form would send, and reads the page that comes back. */
  #post(batch: readonly Item[], progress: Progress): Promise<Answer> {
    const body = new FormData();
    for (const { file } of batch) body.append(this.#input.name, file);
    const request = new XMLHttpRequest();
    this.#sending = request;
    this.#show();
    return new Promise((resolve) => {
      request.open('POST', this.#form.action);
      request.upload.addEventListener('progress', ({ loaded }) => progress.show(batch, loaded));
      request.addEventListener('abort', () => resolve({ isCancelled: true }));
      request.addEventListener('error', () => resolve({ refused: this.#words.brokenOff, isBrokenOff: true }));
      request.addEventListener('load', () => resolve(this.#read(request.responseText)));
      request.setRequestHeader('accept', 'text/html');
      request.send(body);
    });
  }

  #read(text: string): Answer {
    const page = new DOMParser().parseFromString(text, 'text/html');
    const saved = [...page.querySelectorAll<HTMLElement>('[data-saved]')].map(
      ({ dataset }) => dataset['saved'] ?? '',
    );
    if (saved.length > 0) return { saved };
    const why = page.querySelector('[data-refusal]') ?? page.querySelector('h1');
    return { refused: why?.textContent ?? this.#words.brokenOff, isBrokenOff: false };
  }

  #end(): void {
    const { allUploaded, notAllUploaded, tryAgain } = this.#words;
    const saved = this.#items.filter(({ state }) => state === 'saved').length;
    for (const { how, file, state } of this.#items)
      if (state === 'waiting') how.textContent = sized(file.size);
    const failed = this.#items.filter(({ state }) => state === 'failed');
    this.#show();
    if (saved === 0 && failed.length === 0) {
      this.#status.textContent = '';
      return;
    }
    const isAll = saved === this.#items.length;
    this.#heading.textContent = isAll ? allUploaded : notAllUploaded;
    this.#heading.closest('.head')?.classList.toggle('done', isAll);
    this.#heading.tabIndex = -1;
    this.#heading.focus();
    this.#status.textContent = '';
    if (failed.length === 0) return;
    const again = button('button plain again', tryAgain, () => {
      for (const item of failed) if (item.row.isConnected) this.#say(item, 'waiting', sized(item.file.size));
      void this.#sendAll();
    });
    this.#list.after(again);
  }
}

/** How far everything is that was sent at once. */
class Progress {
  readonly element = made('div', 'sending');
  readonly #words: Words;
  readonly #bar = made('progress', '');
  readonly #text = made('p', '');
  readonly #totalBytes: number;
  readonly #beganMs = performance.now();
  #settledBytes = 0;

  constructor(words: Words, items: readonly Item[], cancel: () => void) {
    this.#words = words;
    this.#totalBytes = items.reduce((sum, { file }) => sum + file.size, 0);
    this.#bar.setAttribute('aria-label', words.uploading);
    this.#bar.max = 1;
    this.element.append(this.#bar, this.#text, button('button plain', words.cancel, cancel));
    this.#write(0);
  }

  /** @param loaded bytes of the request, which are more than those of its files */
  show(batch: readonly Item[], loaded: number): void {
    let left = loaded;
    for (const { file, how } of batch) {
      const sent = Math.max(0, Math.min(left, file.size));
      left -= file.size;
      if (sent > 0)
        how.textContent = filled(this.#words.progress, { sent: sized(sent), total: sized(file.size) });
    }
    const bytes = batch.reduce((sum, { file }) => sum + file.size, 0);
    this.#write(this.#settledBytes + Math.min(loaded, bytes));
  }

  settle(batch: readonly Item[]): void {
    for (const { file, state } of batch) if (state !== 'waiting') this.#settledBytes += file.size;
  }

  #write(sent: number): void {
    const total = this.#totalBytes;
    this.#bar.value = total === 0 ? 1 : sent / total;
    const done = filled(this.#words.progress, { sent: sized(sent), total: sized(total) });
    const elapsed = performance.now() - this.#beganMs;
    const seconds = ((elapsed / sent) * (total - sent)) / 1000;
    const left = elapsed > SETTLED_MS && sent > 0 && sent < total;
    this.#text.textContent = left
      ? `${done} \u00b7 ${filled(this.#words.timeLeft, { time: lasting(seconds) })}`
      : done;
  }
}

/** Browsers keep attachments instead of showing them, so the page hands them the bytes of a document itself. */
async function showDocument(asking: HTMLButtonElement): Promise<void> {
  asking.disabled = true;
  try {
    const response = await fetch(asking.dataset['document'] ?? '');
    if (!response.ok) throw new TypeError(response.statusText);
    const frame = document.createElement('iframe');
    frame.title = asking.dataset['name'] ?? '';
    frame.src = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: 'application/pdf' }));
    asking.closest('.preview')?.replaceChildren(frame);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    asking.disabled = false;
    asking.textContent = asking.dataset['failed'] ?? '';
  }
}

const input = document.querySelector<HTMLInputElement>('.upload input');
const send = document.querySelector<HTMLButtonElement>('.upload > button');
const drop = document.querySelector<HTMLElement>('.drop');
const form = document.querySelector<HTMLFormElement>('form.upload');
if (form !== null && input !== null && send !== null && drop !== null)
  new UploadForm(form, { input, send, drop });

const asking = document.querySelector<HTMLButtonElement>('[data-document]');
asking?.addEventListener('click', () => void showDocument(asking));

for (const element of document.querySelectorAll<HTMLElement>('.scripted'))
  element.hidden = element.contains(asking) && asking !== null && !navigator.pdfViewerEnabled;

document.addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey }) => {
  const rel = key === 'ArrowLeft' ? 'prev' : key === 'ArrowRight' ? 'next' : null;
  const isElsewhere = target instanceof Element && target.closest('video, audio, pre, input') !== null;
  if (rel === null || altKey || ctrlKey || metaKey || isElsewhere) return;
  document.querySelector<HTMLAnchorElement>(`.beside a[rel="${rel}"]`)?.click();
});
