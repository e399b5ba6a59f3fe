import { outcome } from './admin-calls.ts';
import type { CallOptions, TestApp } from './running-app.ts';

/** Calls about the files and folders of a library, made as one user. */
export function itemCalls(app: () => TestApp, token: () => string) {
  const call = (method: string, path: string, options: CallOptions = {}) =>
    app().call(method, path, { token: token(), ...options });
  const wellDone = async (method: string, path: string, options: CallOptions = {}) => {
    const answer = await call(method, path, options);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  const v21 = (library: string, kind: 'dir' | 'file', path: string) =>
    `/api/v2.1/repos/${library}/${kind}/?p=${encodeURIComponent(path)}`;

  return {
    call,
    ask: async (method: string, path: string, options: CallOptions = {}) =>
      outcome(await call(method, path, options)),
    makeFolder: (library: string, path: string) =>
      wellDone('POST', v21(library, 'dir', path), { form: { operation: 'mkdir' } }),
    /** An empty file. */
    makeFile: (library: string, path: string) =>
      wellDone('POST', v21(library, 'file', path), { form: { operation: 'create' } }),
    remove: (library: string, kind: 'dir' | 'file', path: string) =>
      wellDone('DELETE', v21(library, kind, path)),
    /** Paths of everything in a library, folders with a slash at their end. */
    paths: async (library: string): Promise<string[]> => {
      const path = `/api/v2.1/repos/${library}/dir/?recursive=1`;
      const { dirent_list: rows } = (await wellDone('GET', path)) as {
        dirent_list: { type: string; name: string; parent_dir: string }[];
      };
      return rows.map(({ type, name, parent_dir: parent }) => `${parent}${name}${type === 'dir' ? '/' : ''}`);
    },
    /** Of the newest commit. */
    description: async (library: string): Promise<string | undefined> => {
      const { data } = (await wellDone('GET', `/api/v2.1/repos/${library}/history/`)) as {
        data: { description: string }[];
      };
      return data[0]?.description;
    },
  };
}
