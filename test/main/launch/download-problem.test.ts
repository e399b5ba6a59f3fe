import { describe, expect, it } from 'vitest';
import { downloadProblem } from '../../../resources/launch/download-problem.mjs';
import { RefusedDownload } from '../../../resources/launch/resumable-download.mjs';

/** As fetch wraps what went wrong below it. */
function failed(code: string, message = 'as the system says it'): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
}

class ChecksumMismatchError extends Error {}

describe('why a download failed', () => {
  it.each([
    ['the disk is full', Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })],
    [
      'there is no network that leads there: getaddrinfo ENOTFOUND github.com',
      failed('ENOTFOUND', 'getaddrinfo ENOTFOUND github.com'),
    ],
    ['the connection was cut off', failed('UND_ERR_SOCKET')],
    [
      'the certificate is not trusted; NODE_EXTRA_CA_CERTS can name that of a company',
      failed('SELF_SIGNED_CERT_IN_CHAIN'),
    ],
    [
      'what came is not what Electron published: its checksum is another one',
      new ChecksumMismatchError('Generated checksum did not match'),
    ],
    ['the server answered 404', new RefusedDownload(404)],
    ['the proxy wants a password', new RefusedDownload(407)],
    [
      "this account may not write there: EACCES: permission denied, mkdir '/opt/keepfold/.setup'",
      Object.assign(new Error("EACCES: permission denied, mkdir '/opt/keepfold/.setup'"), { code: 'EACCES' }),
    ],
    ['no byte came for 30 seconds', new Error('no byte came for 30 seconds')],
  ])('is said in words: %s', (words, error) => {
    expect(downloadProblem(error, {})).toBe(words);
  });

  it('names the proxy where one was used, and never its password', () => {
    const env = { HTTPS_PROXY: 'http://anna:secret@proxy.example:3128/' };
    expect(downloadProblem(failed('UND_ERR_SOCKET'), env)).toBe(
      'the connection was cut off (through the proxy proxy.example:3128)',
    );
    expect(downloadProblem(Object.assign(new Error(), { code: 'ENOSPC' }), env)).toBe('the disk is full');
  });
});
