import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

// The part of D-Bus that one question needs (https://dbus.freedesktop.org/doc/dbus-specification.html): no installed
// program may be able to ask it, and a library would be larger than everything else in this folder.

const ANSWERS_WITHIN_MS = 2_000;
/** Marks a message as little-endian. */
const LITTLE = 'l'.charCodeAt(0);
const METHOD_CALL = 1;
const METHOD_RETURN = 2;
const REPLY_SERIAL = 5;

/** Whether some program has taken a name on a bus. False as well when the bus cannot be asked. */
export async function ownsName(busAddress: string, name: string): Promise<boolean> {
  for (const path of socketPaths(busAddress)) {
    const answer = await askAt(path, name);
    if (answer !== null) return answer;
  }
  return false;
}

/** `unix:path=/run/user/1000/bus;unix:abstract=/tmp/dbus-x,guid=…`, first choice first; other transports are left out. */
export function socketPaths(busAddress: string): string[] {
  return busAddress.split(';').flatMap((each) => {
    const [transport, options = ''] = each.split(':', 2);
    if (transport !== 'unix') return [];
    const values = new Map(options.split(',').map((pair) => splitPair(pair)));
    const path = values.get('path');
    const abstract = values.get('abstract');
    if (path !== undefined) return [path];
    return abstract === undefined ? [] : [`\0${abstract}`];
  });
}

function splitPair(pair: string): [key: string, value: string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), unescaped(pair.slice(at + 1))];
}

/** Decodes the `%20` of addresses to the bytes of a path. */
function unescaped(text: string): string {
  const bytes = text.replace(/%([0-9a-fA-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Null: no answer at that path. */
async function askAt(path: string, name: string): Promise<boolean | null> {
  const socket = connect({ path });
  const deadline = setTimeout(() => socket.destroy(new Error('the bus is silent')), ANSWERS_WITHIN_MS);
  try {
    return await ask(socket, name);
  } catch {
    // A bus that is missing, refuses us or answers nonsense cannot tell; the next address may.
    return null;
  } finally {
    clearTimeout(deadline);
    socket.destroy();
  }
}

async function ask(socket: Socket, name: string): Promise<boolean> {
  await once(socket, 'connect');
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  const reader = new BusReader(socket);
  if (!(await reader.line()).startsWith('OK ')) throw new Error('the bus does not know this user');
  socket.write('BEGIN\r\n');
  socket.write(busCall({ serial: 1, member: 'Hello' }));
  socket.write(busCall({ serial: 2, member: 'NameHasOwner', argument: busString(name), signature: 's' }));
  return await reader.booleanReplyTo(2);
}

interface BusCall {
  readonly serial: number;
  readonly member: string;
  /** The encoded arguments, with their signature. */
  readonly argument?: Buffer;
  readonly signature?: string;
}

/** Encodes a call to the bus itself, little-endian. */
export function busCall({ serial, member, argument = Buffer.alloc(0), signature = '' }: BusCall): Buffer {
  const kinds = Buffer.from([8, 1, 'g'.charCodeAt(0), 0, signature.length, ...Buffer.from(signature), 0]);
  const fields = Buffer.concat([
    ...(signature === '' ? [] : [padded(kinds)]),
    padded(field(1, 'o', '/org/freedesktop/DBus')),
    padded(field(6, 's', 'org.freedesktop.DBus')),
    padded(field(2, 's', 'org.freedesktop.DBus')),
    field(3, 's', member),
  ]);
  const start = Buffer.from([LITTLE, METHOD_CALL, 0, 1]);
  const header = Buffer.concat([start, u32(argument.length), u32(serial), u32(fields.length), fields]);
  return Buffer.concat([padded(header), argument]);
}

/** A field of the header: code, type and value. The next one begins at a multiple of eight. */
function field(code: number, kind: 'o' | 's', value: string): Buffer {
  return Buffer.concat([Buffer.from([code, 1, kind.charCodeAt(0), 0]), busString(value)]);
}

/** A string as the bus encodes it: preceded by its length and followed by a zero. */
export function busString(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u32(bytes.length), bytes, Buffer.from([0])]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(roundUp(bytes.length) - bytes.length)]);
}

function roundUp(length: number): number {
  return Math.ceil(length / 8) * 8;
}

interface BusMessage {
  readonly type: number;
  readonly replyTo: number | null;
  readonly body: Buffer;
  readonly isLittle: boolean;
}

/** Reads lines, then messages, from a bus. */
class BusReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#pieces = socket[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf('\r\n');
      if (end >= 0)
        return this.#take(end + 2)
          .toString('latin1')
          .trimEnd();
      await this.#more();
    }
  }

  async booleanReplyTo(serial: number): Promise<boolean> {
    for (;;) {
      const message = await this.#message();
      if (message.replyTo !== serial) continue;
      if (message.type !== METHOD_RETURN) throw new Error('the bus refused the question');
      return readU32(message.body, 0, message.isLittle) === 1;
    }
  }

  async #message(): Promise<BusMessage> {
    await this.#have(16);
    const isLittle = this.#held[0] === LITTLE;
    const type = this.#held[1] ?? 0;
    const bodyLength = readU32(this.#held, 4, isLittle);
    const bodyStart = roundUp(16 + readU32(this.#held, 12, isLittle));
    await this.#have(bodyStart + bodyLength);
    const bytes = this.#take(bodyStart + bodyLength);
    const header = bytes.subarray(0, bodyStart);
    return { type, isLittle, body: bytes.subarray(bodyStart), replyTo: replySerial(header, isLittle) };
  }

  async #have(length: number): Promise<void> {
    while (this.#held.length < length) await this.#more();
  }

  async #more(): Promise<void> {
    const piece = await this.#pieces.next();
    if (piece.done) throw new Error('the bus hung up');
    this.#held = Buffer.concat([this.#held, piece.value]);
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }
}

/** Walks the header's fields, each at a multiple of eight: a code, a signature, a value of that kind. */
function replySerial(header: Buffer, isLittle: boolean): number | null {
  const end = 16 + readU32(header, 12, isLittle);
  let at = 16;
  while (at < end) {
    const kind = String.fromCharCode(header[at + 2] ?? 0);
    if (header[at] === REPLY_SERIAL) return readU32(header, at + 4, isLittle);
    // `g` has one byte of length, `u` none, `s` and `o` four.
    const length = kind === 'g' ? 2 + (header[at + 4] ?? 0) : 4;
    const string = kind === 's' || kind === 'o' ? readU32(header, at + 4, isLittle) + 1 : 0;
    at = roundUp(at + 4 + length + string);
  }
  return null;
}

function readU32(bytes: Buffer, at: number, isLittle: boolean): number {
  return isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}
