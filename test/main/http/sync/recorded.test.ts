import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { type ContentGenerator, generatedContent } from '../../../support/generated-content.ts';
import { ADMIN_EMAIL, type HttpWorld, httpWorld, PASSWORD } from '../http-world.ts';

const ALICE = { email: 'alice@example.com', isAdmin: false };
const LIBRARY = '402634e9-a0f9-41ef-a5ae-8bbdea3d69db' as LibraryId;
/** Of the first commit and of the merge: ids of commits made by a server follow from its clock. */
const CREATED_AT = 1_795_251_034;

interface RecordedBody {
  readonly length: number;
  readonly utf8?: string;
  readonly base64?: string;
  readonly sha1?: string;
}

interface RecordedRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly status: number;
  readonly request_body?: RecordedBody;
  readonly response_body?: RecordedBody;
}

interface Sequence {
  readonly name: string;
  readonly requests: readonly RecordedRequest[];
}

function vector<T>(name: string): T {
  const url = new URL(`../../../fixtures/vectors/${name}`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as T;
}

const { sequences } = vector<{ sequences: Sequence[] }>('http-sequences.json');

/** Blocks that are too large to record, by their ids. */
function largeBlocks(): Map<string, Buffer> {
  const { files } = vector<{
    files: {
      gen: ContentGenerator;
      size: number;
      blocks: { id: string; offset: number; length: number }[];
    }[];
  }>('cdc-blocks.json');
  const blocks = new Map<string, Buffer>();
  const brought = new Set(sequences.flatMap(({ requests }) => requests.map((one) => one.request_body?.sha1)));
  for (const { gen, size, blocks: cut } of files) {
    if (cut.every(({ id }) => !brought.has(id) || blocks.has(id))) continue;
    const content = generatedContent(gen, size);
    for (const { id, offset, length } of cut) blocks.set(id, content.subarray(offset, offset + length));
  }
  return blocks;
}

function bytesOf(body: RecordedBody | undefined, large: ReadonlyMap<string, Buffer>): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (body.utf8 !== undefined) return Buffer.from(body.utf8);
  if (body.base64 !== undefined) return Buffer.from(body.base64, 'base64');
  const bytes = large.get(body.sha1 ?? '');
  if (bytes === undefined) throw new Error(`no generator for the block ${body.sha1}`);
  return bytes;
}

/** The objects of a pack in their order: id and text. */
function textsIn(pack: Buffer): [string, string][] {
  const texts: [string, string][] = [];
  for (let at = 0; at < pack.length; ) {
    const end = at + 44 + pack.readUInt32BE(at + 40);
    texts.push([pack.toString('latin1', at, at + 40), inflateSync(pack.subarray(at + 44, end)).toString()]);
    at = end;
  }
  return texts;
}

/** What an answer says, in a form in which another server's way to put it is the same. */
function meaningOf({ method, path }: RecordedRequest, body: Buffer): unknown {
  if (path.includes('/pack-fs')) return textsIn(body);
  if (path.includes('/fs-id-list/')) return [...new Set(JSON.parse(body.toString()) as string[])].sort();
  if (path.includes('/block/')) return objectIdOf(body);
  const isCommit = method === 'GET' && /\/commit\/[0-9a-f]{40}/.test(path);
  if (!isCommit) return body.toString();
  const { new_merge, conflict, ...rest } = JSON.parse(body.toString()) as Record<string, unknown>;
  return rest;
}

let world: HttpWorld | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

async function aliceWorld() {
  const made = await httpWorld();
  world = made;
  const { services, changeLibrary, clock, syncTokens } = made;
  await services.accounts.createUser({ email: ADMIN_EMAIL, isAdmin: true }, { ...ALICE, password: PASSWORD });
  clock.advance(CREATED_AT - clock.nowSeconds());
  const library = await changeLibrary.createLibrary({
    id: LIBRARY,
    name: 'vectors',
    description: 'desc',
    owner: { kind: 'user', email: ALICE.email },
    sizeBytes: 0,
    fileCount: 0,
    updatedAtSeconds: CREATED_AT,
    modifierEmail: ALICE.email,
    status: 'normal',
    encryption: null,
    keepDays: -1,
    historyFromSeconds: 0,
    createdAtSeconds: CREATED_AT,
  });
  return { ...made, library, token: syncTokens.issue(LIBRARY, ALICE.email) };
}

/** Requests of the sync protocol itself. Ours has notifications, which the recorded server had not. */
function isReplayed({ path }: RecordedRequest): boolean {
  return path.startsWith('/seafhttp/') && !path.endsWith('/jwt-token');
}

describe('the recorded sessions of an official client', () => {
  it('are answered as the official server answered them, down to the ids of its commits', async () => {
    const { server, clock, library, token } = await aliceWorld();
    expect(library.headId).toBe('72132d348dce113024b5e9f4e63349b2ac34406a');
    const large = largeBlocks();
    let replayed = 0;
    for (const { name, requests } of sequences) {
      if (name.startsWith('conflict: device B')) clock.advance(mergedAt() - clock.nowSeconds());
      for (const request of requests.filter(isReplayed)) {
        const answer = await server.inject({
          method: request.method,
          url: request.path,
          headers: {
            'seafile-repo-token': token,
            'content-type': 'application/x-www-form-urlencoded',
          },
          ...(request.request_body ? { payload: bytesOf(request.request_body, large) } : {}),
        });
        const seen = [answer.statusCode, meaningOf(request, answer.rawPayload)];
        const wanted = [request.status, meaningOf(request, bytesOf(request.response_body, large))];
        expect([name, request.path, ...seen]).toEqual([name, request.path, ...wanted]);
        replayed += 1;
      }
    }
    expect(replayed).toBe(179);
  }, 120_000);
});

/** When the recorded server merged. */
function mergedAt(): number {
  const { commits } = vector<{ commits: { id: string; json: string }[] }>('commits.json');
  const merge = commits.find(({ id }) => id === '18a5c650cc30d9b80c1d650a7ba76d22e7a0ecb4');
  return (JSON.parse(merge?.json ?? '{}') as { ctime: number }).ctime;
}
