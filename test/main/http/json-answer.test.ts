import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { sendRows } from '../../../src-main/http/json-answer.ts';
import { fileDirent } from '../../support/trees.ts';
import { unfoldingTree } from '../../support/unfolding-tree.ts';
import { httpWorld } from './http-world.ts';

/** A server that answers with so many numbers as rows, and how many of them it has made. */
function serverOfRows(count: number, frame?: readonly [string, string]) {
  const made = { rows: 0 };
  const rows = async function* () {
    for (let number = 0; number < count; number += 1) {
      made.rows += 1;
      yield [{ number }];
    }
  };
  const server = Fastify();
  server.get('/', (_, reply) => sendRows(reply, rows(), frame));
  onTestFinished(() => server.close());
  return { server, made };
}

it.each([0, 1, 400, 401, 800, 1_001])('%i rows are one array', async (count) => {
  const { server } = serverOfRows(count);
  const { body, headers } = await server.inject('/');
  expect(JSON.parse(body)).toEqual(Array.from({ length: count }, (_, number) => ({ number })));
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

it('the array stands in what is put around it', async () => {
  const { server } = serverOfRows(2, ['{"rows":', '}']);
  expect((await server.inject('/')).body).toBe('{"rows":[{"number":0},{"number":1}]}');
});

it('rows are made as they are taken, not all at first', async () => {
  const { server, made } = serverOfRows(1_000_000);
  const answer = await server.inject({ method: 'GET', url: '/', payloadAsStream: true });
  const stream = answer.stream();
  await new Promise((resolve) => stream.once('readable', resolve));
  expect(made.rows).toBeLessThan(100_000);
  stream.destroy();
});

it('a recursive listing of folders that unfold to more than a million entries is refused in words', async () => {
  const world = await httpWorld();
  onTestFinished(() => world.close());
  const { services, objects, changeLibrary, annaToken, call } = world;
  const anna = { email: 'anna@example.com', isAdmin: false };
  const { id } = (await services.libraries.create(anna, { name: 'Papers' })).view.library;
  const { rootId, dirs } = unfoldingTree(Array(22).fill(2), [{ ...fileDirent(''), name: 'a' }]);
  for (const dir of dirs) await objects.library(id).write('fs', dir.id, dir.bytes);
  const changes = [{ op: 'mkdir', path: '/deep', id: rootId, mtimeSeconds: 1 }] as const;
  await changeLibrary.commitChanges({ libraryId: id, changes, author: anna.email, asksFirst: false });
  const refused = {
    status: 400,
    body: { error_msg: 'There are more than 1000000 files and folders below it. List folder by folder.' },
  };
  for (const surface of ['api2', 'api/v2.1']) {
    const url = `/${surface}/repos/${id}/dir/?p=/&recursive=1`;
    expect(await call(annaToken, { method: 'GET', url })).toMatchObject(refused);
  }
});
