import { expect, it } from 'vitest';
import { logFolder } from '../../../../src-main/electron/system/log-folder.ts';

it("the logs are where Electron has them, or in the app's own folder where it cannot make that", () => {
  expect(logFolder({ getPath: (name) => `/${name}` })).toBe('/logs');
  const getPath = (name: string) => {
    if (name === 'logs') throw new Error('no such folder');
    return `/${name}`;
  };
  expect(logFolder({ getPath }).replaceAll('\\', '/')).toBe('/userData/logs');
});
