import type { Answer, TestApp } from './running-app.ts';

/** What a client sends to an upload link besides the fields: names with their contents. */
export type SentFiles = readonly (readonly [name: string, content: string | Uint8Array<ArrayBuffer>])[];

/** Asks for links and sends files to them, as clients do. */
export function uploadCalls(app: () => TestApp) {
  /** Path and query of a link; fails with the refusal. */
  const link = async (token: string, path: string): Promise<string> => {
    const { json, text } = await app().call('GET', path, { token });
    if (typeof json !== 'string') throw new Error(`no link: ${text}`);
    const { pathname, search } = new URL(json);
    return pathname + search;
  };

  const send = async (address: string, fields: Record<string, string>, files: SentFiles): Promise<Answer> => {
    const body = new FormData();
    for (const [name, content] of files) body.append('file', new Blob([content]), name);
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return sendRaw(address, { body });
  };

  const sendRaw = async (address: string, request: RequestInit): Promise<Answer> => {
    const response = await fetch(new URL(address, app().url), { method: 'POST', ...request });
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: response.status, headers: response.headers, text, json };
  };

  return {
    uploadLink: (token: string, id: string, query = '') =>
      link(token, `/api2/repos/${id}/upload-link/${query}`),
    updateLink: (token: string, id: string, query = '') =>
      link(token, `/api2/repos/${id}/update-link/${query}`),
    send,
    sendRaw,
    /** Puts files into a folder of a library. */
    upload: async (
      token: string,
      id: string,
      { folder = '/', files }: { folder?: string; files: SentFiles },
    ) => {
      const address = await link(token, `/api2/repos/${id}/upload-link/?p=${encodeURIComponent(folder)}`);
      const answer = await send(`${address}?ret-json=1`, { parent_dir: folder }, files);
      if (answer.status !== 200) throw new Error(`not uploaded: ${answer.status} ${answer.text}`);
      return answer.json as { name: string; id: string; size: number }[];
    },
    /** The text behind a file of a library as the owner of the token gets it. */
    textOf: async (token: string, id: string, path: string): Promise<string> => {
      const asked = { token, json: { path } };
      const { json } = await app().call('POST', `/api/local/v1/libraries/${id}/download-link/`, asked);
      return (await fetch((json as { url: string }).url)).text();
    },
  };
}
