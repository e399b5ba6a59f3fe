import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { say } from './project.mjs';

/** @typedef {'keep-running' | 'quit' | 'reopen'} ClosingAnswer */
/** @typedef {'window' | 'tab' | 'nowhere'} Shown where a page was opened */
/**
 * @typedef {object} ChannelCalls
 * @property {(language: string) => string} question the page that asks
 * @property {(answer: ClosingAnswer, isRemembered: boolean) => void} answer
 * @property {() => Promise<Shown>} open
 */

/** @type {readonly unknown[]} */
const answers = ['keep-running', 'quit', 'reopen'];
const opensWithinMs = 10_000;
const headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * What a launcher answers while its server runs: to the window that asks what closing means, and to other launchers. The
 * server has no call that ends it; the launcher, whose child it is, has one for whoever knows a secret that only its person can
 * read.
 * @param {string} folder where the secret is put
 * @param {ChannelCalls} calls
 * @returns {Promise<{ questionAddress: string, close: () => void }>}
 */
export async function openChannel(folder, calls) {
  const secret = randomBytes(24).toString('hex');
  let host = '';
  const server = createServer((request, response) => {
    if (request.headers.host !== host) {
      response.writeHead(404).end();
      return;
    }
    answerCall(request, { secret, calls })
      .then(({ status, type, body }) =>
        response.writeHead(status, { ...headers, 'Content-Type': type }).end(body),
      )
      .catch((error) => {
        say(String(error));
        response.writeHead(500).end();
      });
  });
  server.unref();
  await new Promise((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const base = `http://${host}/${secret}`;
  const record = join(folder, 'launcher.json');
  rmSync(record, { force: true });
  writeFileSync(record, JSON.stringify({ open: `${base}/open` }), { mode: 0o600 });
  return {
    questionAddress: `${base}/question`,
    close: () => {
      rmSync(record, { force: true });
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Has the launcher that left its secret there open its page once more. Null: there is none any more.
 * @param {string} folder
 * @returns {Promise<Shown | null>}
 */
export async function askLauncherToOpen(folder) {
  try {
    const { open } = JSON.parse(readFileSync(join(folder, 'launcher.json'), 'utf8'));
    const answer = await fetch(open, { method: 'POST', signal: AbortSignal.timeout(opensWithinMs) });
    const { shown } = /** @type {{ shown?: unknown }} */ (await answer.json());
    return shown === 'window' || shown === 'tab' ? shown : null;
  } catch {
    // Ended without tidying up, or started by another command.
    return null;
  }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {{ secret: string, calls: ChannelCalls }} channel
 * @returns {Promise<{ status: number, type: string, body: string }>}
 */
async function answerCall(request, { secret, calls }) {
  const html = 'text/html; charset=utf-8';
  switch (`${request.method} ${request.url}`) {
    case `GET /${secret}/question`:
      return { status: 200, type: html, body: calls.question(request.headers['accept-language'] ?? '') };
    case `POST /${secret}/question`: {
      const form = new URLSearchParams(await text(request));
      const answer = form.get('answer');
      if (isAnswer(answer)) calls.answer(answer, form.get('remember') === 'yes');
      // The window is closed then; until it is, it stays as it is.
      return { status: 204, type: html, body: '' };
    }
    case `POST /${secret}/open`:
      return { status: 200, type: 'application/json', body: JSON.stringify({ shown: await calls.open() }) };
    default:
      return { status: 404, type: 'text/plain', body: '' };
  }
}

/**
 * @param {unknown} text
 * @returns {text is ClosingAnswer}
 */
function isAnswer(text) {
  return answers.includes(text);
}
