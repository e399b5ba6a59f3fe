import { expect, it, vi } from 'vitest';
import { sendFiles } from '../../../src-renderer/api/send-files.ts';

/** What the form of an upload holds of a file: the file itself, which Chromium hands on by its path, or its bytes. */
async function sentAs(file: File): Promise<{ isFile: boolean; name: string; text: string }> {
  const parts = new Map<string, [Blob, string?]>();
  vi.spyOn(FormData.prototype, 'append').mockImplementation((name: string, ...part: unknown[]) => {
    parts.set(name, part as [Blob, string?]);
  });
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    this.dispatchEvent(new ProgressEvent('abort'));
  });
  const request = { folder: '/', relativeFolder: '', replace: false, files: [file] };
  const sending = sendFiles('/seafhttp/upload-api/token', request, {
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
