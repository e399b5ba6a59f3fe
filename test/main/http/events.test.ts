import { afterEach, describe, expect, it } from 'vitest';
import type { ServerEvent } from '../../../src-shared/events.ts';
import { FOLDER, type HttpWorld, httpWorld } from './http-world.ts';

let world: HttpWorld | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

interface OpenStream {
  readonly response: Response;
  /** The next piece of the stream; empty at its end. */
  read(): Promise<string>;
}

async function open(token: (world: HttpWorld) => string): Promise<{ world: HttpWorld; stream: OpenStream }> {
  const made = await httpWorld();
  world = made;
  const origin = await made.server.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Token ${token(made)}`, accept: 'text/event-stream' };
  const response = await fetch(`${origin}/api/local/v1/events/`, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => (await reader?.read())?.value ?? '';
  expect(await read()).toBe(': connected\n\n');
  return { world: made, stream: { response, read } };
}

const folderEvent: ServerEvent = { type: 'folder', folder: FOLDER };

describe('the event stream', () => {
  it('says what happens, with the headers of every answer', async () => {
    const { world: made, stream } = await open(({ adminToken }) => adminToken);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    expect(stream.response.headers.get('x-frame-options')).toBe('DENY');
    made.events.emit(folderEvent);
    expect(await stream.read()).toBe(`data: ${JSON.stringify(folderEvent)}\n\n`);
  });

  it('tells nobody about others’ libraries or the disk of the server', async () => {
    const { world: made, stream } = await open(({ annaToken }) => annaToken);
    made.events.emit(folderEvent);
    made.events.emit({
      type: 'library',
      library_id: '8a4f1d4c-1111-4222-8333-444455556666',
      head_commit_id: 'x',
    });
    made.events.emit({ type: 'libraries' });
    expect(await stream.read()).toBe('data: {"type":"libraries"}\n\n');
  });

  it('ends when the server closes', async () => {
    const { world: made, stream } = await open(({ adminToken }) => adminToken);
    const closing = made.server.close();
    expect(await stream.read()).toBe('');
    await closing;
  });
});
