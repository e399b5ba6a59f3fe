import type { EventEmitter } from 'node:events';

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
}

interface RecordedWindow {
  readonly options: object;
  readonly loadedUrl: string;
  readonly timesShown: number;
  readonly webContents: EventEmitter & { readonly openHandler: (details: { url: string }) => unknown };
}

interface AskedRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
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
  process.on('message', async ({ id, question, argument }: Message) => {
    try {
      process.send?.({ id, answer: await questions[question]?.(argument as never) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
}

function questionsAbout({ app, windows, whenLoaded, ipcHandlers, schemes, handlers, shownPaths }: Recorded) {
  const contents = () => windows[0]?.webContents;
  const handle = async ({ url, body, ...rest }: AskedRequest): Promise<Response> => {
    const init =
      body === undefined ? rest : { ...rest, body: new Blob([body]).stream(), duplex: 'half' as const };
    const response = await handlers.scheme?.(new Request(url, init));
    if (!response) throw new Error('nothing handles the scheme');
    return response;
  };
  return {
    started: () => whenLoaded,
    window: () => ({
      count: windows.length,
      options: windows[0]?.options,
      url: windows[0]?.loadedUrl,
      timesShown: windows[0]?.timesShown,
      isSandboxed: app.isSandboxed,
      schemes,
    }),
    secondInstance: () => app.emit('second-instance'),
    quit: () => app.quit(),
    shownPaths: () => shownPaths,
    openWindow: () => contents()?.openHandler({ url: 'https://example.org/' }),
    async fetch(asked: AskedRequest) {
      const response = await handle(asked);
      const headers = Object.fromEntries(response.headers);
      return { status: response.status, headers, text: await response.text() };
    },
    /** The first piece of an answer that does not end, which is then let go. */
    async fetchStart(asked: AskedRequest) {
      const response = await handle(asked);
      const reader = response.body?.getReader();
      const piece = await reader?.read();
      await reader?.cancel();
      return { status: response.status, text: new TextDecoder().decode(piece?.value) };
    },
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
