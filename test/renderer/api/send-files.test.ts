import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSendFiles } from '../../../src-renderer/api/send-files.ts';

const request = { folder: '/', relativeFolder: '', replace: false, files: [new File(['text'], 'a.txt')] };

/** A request that is on its way until it is aborted. */
class HangingRequest extends EventTarget {
  static readonly made: HangingRequest[] = [];
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  address = '';
  wasSent = false;

  constructor() {
    super();
    HangingRequest.made.push(this);
  }

  open(_method: string, address: string): void {
    this.address = address;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  send(): void {
    this.wasSent = true;
  }

  abort(): void {
    this.dispatchEvent(new Event('abort'));
    this.dispatchEvent(new Event('loadend'));
  }
}

function hangingRequests(): readonly HangingRequest[] {
  HangingRequest.made.length = 0;
  vi.stubGlobal('XMLHttpRequest', HangingRequest);
  return HangingRequest.made;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('sending files', () => {
  it('sends nothing that was given up before', async () => {
    const made = hangingRequests();
    const sending = createSendFiles(null)('/upload', request, {
      signal: AbortSignal.abort(),
      onprogress: () => undefined,
    });
    await expect(sending).rejects.toThrow('The upload was ended.');
    expect(made).toEqual([]);
  });

  it('asks the desktop shell how far it is, and tells it of a cancel, by the id that it sends along', async () => {
    const made = hangingRequests();
    const cancelled: string[] = [];
    const asked = new Set<string>();
    const shell = {
      uploadedBytes: async (id: string) => {
        asked.add(id);
        return 7;
      },
      cancelUpload: async (id: string) => void cancelled.push(id),
    };
    const abort = new AbortController();
    const sent = vi.fn();
    const sending = createSendFiles(shell)('http://127.0.0.1:8730/seafhttp/upload-aj/x', request, {
      signal: abort.signal,
      onprogress: sent,
    });
    const failure = expect(sending).rejects.toThrow('The upload was ended.');
    await vi.waitFor(() => expect(sent).toHaveBeenCalledWith(7));
    abort.abort();
    await failure;
    const [only] = made;
    expect(only).toMatchObject({ address: '/seafhttp/upload-aj/x', wasSent: true });
    const id = only?.headers.get('x-keepfold-upload') ?? '';
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(cancelled).toEqual([id]);
    expect([...asked]).toEqual([id]);
  });
});

/** What the form of an upload holds of a file: the file itself, which Chromium hands on by its path, or its bytes. */
async function sentAs(file: File): Promise<{ isFile: boolean; name: string; text: string }> {
  const parts = new Map<string, [Blob, string?]>();
  vi.spyOn(FormData.prototype, 'append').mockImplementation((name: string, ...part: unknown[]) => {
    parts.set(name, part as [Blob, string?]);
  });
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    this.dispatchEvent(new ProgressEvent('abort'));
  });
  const asked = { folder: '/', relativeFolder: '', replace: false, files: [file] };
  const sending = createSendFiles(null)('/seafhttp/upload-api/token', asked, {
    signal: new AbortController().signal,
    onprogress: () => undefined,
  });
  await expect(sending).rejects.toThrow('The upload was ended.');
  vi.restoreAllMocks();
  const [part = new Blob(), name = ''] = parts.get('file') ?? [];
  return { isFile: part instanceof File, name, text: await part.text() };
}

it.each(['notes.txt', 'asar', 'notes.asar.txt'])('sends %s as the file it is', async (name) => {
  expect(await sentAs(new File(['text'], name))).toEqual({ isFile: true, name, text: 'text' });
});

it.each(['app.asar', 'APP.ASAR'])('sends the bytes of %s, which Electron cannot open', async (name) => {
  expect(await sentAs(new File(['text'], name))).toEqual({ isFile: false, name, text: 'text' });
});
