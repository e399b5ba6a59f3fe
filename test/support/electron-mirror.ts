import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { downloadZip } from 'client-zip';

const root = join(import.meta.dirname, '../..');
const installed = join(root, 'node_modules/electron');
const manifest: { version: string } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
const electronZip = `electron-v${manifest.version}-${process.platform}-${process.arch}.zip`;

/** What one request gets; all of it from the asked place on unless something else is said. */
export type Serving = (response: ServerResponse, rest: Buffer) => void;

/** The place that Electron's runtime is fetched from, as slow and unreliable as a test needs it. */
export async function electronMirror(file: Buffer) {
  const ranges: string[] = [];
  let servings: Serving[] = [];
  let knowsRanges = true;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const range = request.headers.range;
    ranges.push(range ?? 'all');
    const from = range === undefined || !knowsRanges ? 0 : Number(/^bytes=(\d+)-$/.exec(range)?.[1]);
    if (from >= file.length) {
      response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
      return;
    }
    const rest = file.subarray(from);
    const partly = { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` };
    const length = { 'content-length': String(rest.length) };
    const serve = servings.shift() ?? ((open) => open.end(rest));
    if (from > 0) response.writeHead(206, { ...length, ...partly });
    else response.writeHead(200, length);
    serve(response, rest);
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  // As a proxy it leads everywhere to itself.
  server.on('connect', (request, socket) => {
    ranges.push(`through to ${request.url}`);
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    server.emit('connection', socket);
  });
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    /** From where each request wanted the file. */
    ranges,
    /** How the next requests are answered, one each. */
    serveNext: (...next: Serving[]) => {
      servings = next;
    },
    /** Sends the whole file, whatever place was asked for. */
    refuseRanges: () => {
      knowsRanges = false;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Sends so much of what is left, and breaks the connection once that was kept in a file below the folder. */
export function cutAfter(bytes: number, folder: string): Serving {
  return (response, rest) => {
    const before = partSize(folder);
    const isKept = () => partSize(folder) === bytes || partSize(folder) === before + bytes;
    response.write(rest.subarray(0, bytes));
    const look = setInterval(() => {
      if (!isKept()) return;
      clearInterval(look);
      response.destroy();
    }, 5);
    response.once('close', () => clearInterval(look));
  };
}

function partSize(folder: string): number {
  const part = readdirSync(folder).find((name) => name.endsWith('.part'));
  return part === undefined ? 0 : statSync(join(folder, part)).size;
}

/** A runtime that runs `program`, a script of the shell, as it is published. */
export async function runtimeZip(program: string, room = 0): Promise<Buffer> {
  const files = [
    { name: 'version', input: manifest.version },
    { name: 'electron', input: program, mode: 0o755 },
    { name: 'room', input: new Uint8Array(room) },
  ];
  return Buffer.from(await downloadZip(files).arrayBuffer());
}

/** Electron's package as npm installs it, without the runtime, which is to be that file. */
export function electronPackage(folder: string, zip: Buffer): void {
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'install.js']) copyFileSync(join(installed, name), join(folder, name));
  chmodSync(join(folder, 'install.js'), 0o644);
  const sum = createHash('sha256').update(zip).digest('hex');
  writeFileSync(join(folder, 'checksums.json'), JSON.stringify({ [electronZip]: sum }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}
