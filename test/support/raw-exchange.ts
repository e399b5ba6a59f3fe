import { connect } from 'node:net';

/** A server that neither answers nor hangs up in this time is taken for stuck. */
const PATIENCE_MS = 8_000;

export interface RawAnswer {
  /** Of the first answer; 0 when the server hung up without one. */
  readonly status: number;
  /** Everything the server said until it hung up, one character a byte. */
  readonly text: string;
  /** What follows the headers of the first answer. */
  readonly body: string;
  /** How many requests the server believes to have got. */
  readonly answers: number;
}

/** What a server says to these bytes, one character a byte, until it hangs up. */
export async function rawExchange(url: string, bytes: string): Promise<RawAnswer> {
  const text = await everythingSaid(url, bytes);
  return {
    text,
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
    body: text.slice(text.indexOf('\r\n\r\n') + 4),
    answers: text.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0,
  };
}

function everythingSaid(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let said = '';
    socket.setTimeout(PATIENCE_MS, () =>
      socket.destroy(new Error(`the server did not hang up after: ${said}`)),
    );
    socket.on('data', (piece) => {
      said += piece.toString('latin1');
    });
    // Servers hang up while bytes are on their way; what was said before counts.
    socket.on('error', (error) => ('code' in error ? resolve(said) : reject(error)));
    socket.on('close', () => resolve(said));
    socket.write(bytes, 'latin1');
  });
}

/** A request whose connection ends with its answer. */
export function rawRequest(line: string, headers: readonly string[], body = ''): string {
  return `${[line, 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`;
}
