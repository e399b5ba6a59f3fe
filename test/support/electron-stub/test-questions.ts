import type { ChildProcess } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { passTime } from './held-timers.ts';
import { answerPage, type PageRequest, readAnswer, startAnswer } from './scheme-requests.ts';

/** What the shell has told the stand-in for Electron. */
export interface Recorded {
  readonly app: EventEmitter & { readonly isSandboxed: boolean; quit(): void };
  readonly windows: readonly RecordedWindow[];
  readonly whenLoaded: Promise<true>;
  readonly ipcHandlers: ReadonlyMap<string, (event: unknown, ...args: unknown[]) => unknown>;
  readonly schemes: readonly unknown[];
  readonly handlers: {
    readonly scheme?: (request: Request) => Promise<Response>;
    readonly permissionAsked?: (
      contents: unknown,
      permission: string,
      answer: (isGranted: boolean) => void,
    ) => void;
    readonly permissionChecked?: (contents: unknown, permission: string) => boolean;
    readonly device?: () => boolean;
    readonly beforeRequest?: (details: { url: string }, answer: (given: { cancel: boolean }) => void) => void;
  };
  readonly shownPaths: readonly string[];
  readonly openedPaths: readonly string[];
  readonly shown: {
    readonly trayMenu: { readonly template: readonly unknown[] };
    readonly appMenu: { readonly template: readonly unknown[] };
    readonly tray: string;
    readonly image: string;
  };
  readonly notifications: readonly {
    readonly options: { readonly title: string };
    /** As Electron keeps it. */
    readonly shown: WeakRef<EventEmitter>;
  }[];
  readonly copied: readonly string[];
  /** Every process that ran the service, the newest last. */
  readonly services: readonly ChildProcess[];
  readonly questions: { readonly asked: readonly string[]; answer: number };
}

interface RecordedWindow extends EventEmitter {
  readonly options: object;
  readonly timesShown: number;
  readonly isHidden: boolean;
  readonly isSmall: boolean;
  readonly loads: readonly string[];
  readonly webContents: EventEmitter & {
    crash(reason: string): void;
    readonly url: string;
    readonly told: readonly unknown[];
    readonly openHandler: (details: { url: string }) => unknown;
  };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

interface TemplateEntry {
  readonly label?: string;
  readonly submenu?: readonly TemplateEntry[];
  readonly click?: () => void;
}

interface AskedUpload {
  readonly url: string;
  readonly headers: Record<string, string>;
  /** What the page's process has sent before the test goes on. */
  readonly start: string;
}

interface AskedCall {
  readonly channel: string;
  readonly args?: readonly unknown[];
  readonly frameUrl: string;
  readonly isMainFrame?: boolean;
}

interface AskedPermission {
  readonly permission: string;
  readonly pageUrl: string;
}

interface AskedNavigation {
  readonly event: string;
  readonly url: string;
}

/** What a test can ask the process that runs the shell. */
export type Questions = ReturnType<typeof questionsAbout>;

interface Message {
  readonly id: number;
  readonly question: keyof Questions;
  readonly argument: unknown;
}

/** Answers the test over the message channel between the two processes. */
export function answerTest(recorded: Recorded): void {
  const questions: Record<string, (argument: never) => unknown> = questionsAbout(recorded);
  // A test that failed must not leave an app behind.
  process.on('disconnect', () => process.exit(1));
  process.on('message', async ({ id, question, argument }: Message) => {
    try {
      process.send?.({ id, answer: await questions[question]?.(argument as never) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** A menu as its labels, a group as its label with what is in it. */
function labelsOf(template: readonly unknown[]): unknown[] {
  return (template as readonly TemplateEntry[]).flatMap(({ label, submenu }) =>
    label === undefined ? [] : [submenu === undefined ? label : [label, labelsOf(submenu)]],
  );
}

function chooseFrom(template: readonly unknown[], [label, ...rest]: readonly string[]): void {
  const entry = (template as readonly TemplateEntry[]).find((each) => each.label === label);
  if (entry === undefined) throw new Error(`the menu has no "${label}"`);
  if (rest.length === 0) entry.click?.();
  else chooseFrom(entry.submenu ?? [], rest);
}

/**
 * One upload of the page, in two steps. As in Electron, its request is not told that the page has aborted it: the rest of
 * its body still arrives.
 */
function uploadQuestions(handle: (request: Request) => Promise<Response>) {
  let rest: ReadableStreamDefaultController<Uint8Array> | undefined;
  let answered: Promise<number> | undefined;
  return {
    startUpload({ url, headers, start }: AskedUpload): void {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(start));
          rest = controller;
        },
        // There is no reader any more.
        cancel() {
          rest = undefined;
        },
      });
      const init = { method: 'POST', headers, body, duplex: 'half' as const };
      answered = handle(new Request(url, init)).then(({ status }) => status);
    },
    /** The status that the page would be given. */
    async finishUpload(end: string): Promise<number | undefined> {
      rest?.enqueue(new TextEncoder().encode(end));
      rest?.close();
      return await answered;
    },
  };
}

/** What a test can have go wrong, and what came of it. */
function faultQuestions({ app, windows, services }: Recorded) {
  return {
    loads: () => windows[0]?.loads,
    crashPage: (reason: string) => windows[0]?.webContents.crash(reason),
    hang: () => windows[0]?.emit('unresponsive'),
    answerAgain: () => windows[0]?.emit('responsive'),
    /** A promise of the shell fails that no code awaits. */
    failUnseen: (message: string): void => void Promise.reject(new Error(message)),
    /** As Electron tells of it; the process ends after that. */
    failService: () => services.at(-1)?.emit('error', 'FatalError', 'v8::ToLocalChecked', '{}'),
    endSession: () => windows[0]?.emit('session-end', { reasons: ['shutdown'] }),
    loseProcess: (details: object) => app.emit('child-process-gone', {}, details),
  };
}

/** What a test can ask about what is shown outside the page. */
function surfaceQuestions({ app, windows, shown, notifications, copied, services, questions }: Recorded) {
  return {
    tray: () => ({ words: shown.tray, image: shown.image, menu: labelsOf(shown.trayMenu.template) }),
    appMenu: () => labelsOf(shown.appMenu.template),
    choose: (path: readonly string[]) => chooseFrom(shown.trayMenu.template, path),
    notifications: () => notifications.map(({ options }) => options),
    copied: () => copied,
    told: () => windows[0]?.webContents.told,
    questionsAsked: () => questions.asked,
    /** The button that is pressed from now on. */
    press: (button: number): void => {
      questions.answer = button;
    },
    /** After a while nothing is left but what the app holds on to. */
    clickNotification: (title: string) => {
      collectGarbage();
      const clicked = notifications.find((each) => each.options.title === title);
      clicked?.shown.deref()?.emit('click');
    },
    passTime,
    closeWindow: () => windows[0]?.emit('close', { preventDefault: () => undefined }),
    secondInstance: (argv: readonly string[] = []) => app.emit('second-instance', {}, argv),
    async killService() {
      const service = services.at(-1);
      service?.kill('SIGKILL');
      if (service?.exitCode === null && service.signalCode === null) await once(service, 'exit');
      return services.length;
    },
  };
}

/** What a page can ask for over the scheme. */
function pageQuestions({ handlers }: Recorded) {
  const answer = async (asked: PageRequest) => {
    const { scheme } = handlers;
    if (scheme === undefined) throw new Error('nothing handles the scheme');
    return await answerPage(scheme, asked);
  };
  return {
    async fetch(asked: PageRequest) {
      const answered = await answer(asked);
      const bytes = await readAnswer(answered);
      return { status: answered.status, headers: answered.headers, text: bytes.toString('utf8'), bytes };
    },
    /** The first piece of an answer, the rest of which the page discards. */
    async fetchStart(asked: PageRequest) {
      const answered = await answer(asked);
      return { status: answered.status, text: await startAnswer(answered) };
    },
    /** How many connections the shell has, those to the service that wait for the next request included. */
    connections: () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length,
  };
}

function questionsAbout(recorded: Recorded) {
  const { app, windows, whenLoaded, ipcHandlers, schemes, handlers, shownPaths, openedPaths } = recorded;
  const contents = () => windows[0]?.webContents;
  const handleRequest = async (request: Request): Promise<Response> => {
    const response = await handlers.scheme?.(request);
    if (!response) throw new Error('nothing handles the scheme');
    return response;
  };
  return {
    started: () => whenLoaded,
    window: () => ({
      count: windows.length,
      options: windows[0]?.options,
      url: windows[0]?.webContents.url,
      timesShown: windows[0]?.timesShown,
      isHidden: windows[0]?.isHidden,
      isMinimised: windows[0]?.isSmall,
      isSandboxed: app.isSandboxed,
      schemes,
    }),
    quit: () => app.quit(),
    shownPaths: () => shownPaths,
    openedPaths: () => openedPaths,
    ...surfaceQuestions(recorded),
    ...faultQuestions(recorded),
    ...pageQuestions(recorded),
    ...uploadQuestions(handleRequest),
    openWindow: () => contents()?.openHandler({ url: 'https://example.org/' }),
    call({ channel, args = [], frameUrl, isMainFrame = true }: AskedCall) {
      const senderFrame = { url: frameUrl };
      const sender = { mainFrame: isMainFrame ? senderFrame : { url: frameUrl } };
      return ipcHandlers.get(channel)?.({ senderFrame, sender }, ...args);
    },
    permission({ permission, pageUrl }: AskedPermission) {
      const asker = { getURL: () => pageUrl };
      const granted: boolean[] = [];
      handlers.permissionAsked?.(asker, permission, (isGranted) => granted.push(isGranted));
      const checked = handlers.permissionChecked?.(asker, permission);
      return { asked: granted[0], checked, device: handlers.device?.() };
    },
    isCancelled(url: string) {
      const answers: boolean[] = [];
      handlers.beforeRequest?.({ url }, ({ cancel }) => answers.push(cancel));
      return answers[0];
    },
    isPrevented({ event, url }: AskedNavigation) {
      let isPrevented = false;
      const preventDefault = (): void => {
        isPrevented = true;
      };
      contents()?.emit(event, { url, preventDefault });
      return isPrevented;
    },
  };
}
