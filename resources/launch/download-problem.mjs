import { RefusedDownload } from './resumable-download.mjs';
import { UnpackingFailure } from './unpacking-failure.mjs';

const noWay = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'ETIMEDOUT']);
const noRoom = new Set(['ENOSPC', 'EDQUOT']);
const noRight = new Set(['EACCES', 'EPERM', 'EROFS']);
const cutOff = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_BODY_TIMEOUT']);

/**
 * Why a download failed, as the end of a sentence for whoever has to do something about it.
 * @param {unknown} error
 * @param {NodeJS.ProcessEnv} [env] where a proxy is named
 * @returns {string}
 */
export function downloadProblem(error, env = process.env) {
  const reason = reasonOf(error);
  const proxy = URL.parse(env['HTTPS_PROXY'] ?? env['https_proxy'] ?? env['HTTP_PROXY'] ?? '');
  // Its name alone: its password may stand beside it.
  return proxy && reason.isOfTheNetwork ? `${reason.text} (through the proxy ${proxy.host})` : reason.text;
}

/** @param {unknown} error */
function reasonOf(error) {
  const chain = causesOf(error);
  const last = chain.at(-1) ?? new Error('for an unknown reason');
  const codes = chain.flatMap((cause) => ('code' in cause ? [String(cause.code)] : []));
  const of = (/** @type {Set<string>} */ set) => codes.some((code) => set.has(code));
  if (of(noRoom)) return local('the disk is full');
  if (of(noRight)) return local(`this account may not write there: ${last.message}`);
  if (last instanceof UnpackingFailure) return local(`what came could not be unpacked: ${last.message}`);
  if (chain.some((cause) => cause.constructor.name === 'ChecksumMismatchError'))
    return network('what came is not what Electron published: its checksum is another one');
  if (last instanceof RefusedDownload && last.status === 407) return network('the proxy wants a password');
  if (of(noWay)) return network(`there is no network that leads there: ${last.message}`);
  if (codes.some((code) => /CERT|SELF_SIGNED|UNABLE_TO_/.test(code)))
    return network('the certificate is not trusted; NODE_EXTRA_CA_CERTS can name that of a company');
  if (of(cutOff)) return network('the connection was cut off');
  return network(last.message);
}

/** @param {string} text */
function local(text) {
  return { text, isOfTheNetwork: false };
}

/** @param {string} text */
function network(text) {
  return { text, isOfTheNetwork: true };
}

/**
 * An error and what it came from, the first cause last.
 * @param {unknown} error
 * @returns {Error[]}
 */
function causesOf(error) {
  if (!(error instanceof Error)) return [];
  const within = error instanceof AggregateError ? error.errors[0] : error.cause;
  return [error, ...causesOf(within)];
}
