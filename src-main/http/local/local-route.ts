import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AnswerOf, BodyOf, LocalCall, QueryOf } from '../../../src-shared/local-api.ts';
import { COMMIT, GROUP, LIBRARY, type RequestFor } from '../request-context.ts';

/** Addresses name other things by whatever stands there. */
const PATTERNS: Readonly<Record<string, string>> = {
  ':library_id': LIBRARY,
  ':commit_id': COMMIT,
  ':group_id': GROUP,
};

/** What answers each call: with the fields that it declares, by what it declares to answer. */
type Answering = {
  readonly [C in LocalCall]: (
    request: RequestFor<QueryOf<C>, BodyOf<C>>,
    reply: FastifyReply,
  ) => Promise<AnswerOf<C>>;
};

/** Answers a call of our own surface; what it takes and who may make it is declared of it. */
export function localRoute<C extends LocalCall>(app: FastifyInstance, call: C, answer: Answering[C]): void {
  const [method = '', address = ''] = call.split(' ');
  const url = `/${address.replace(/:\w+/g, (name) => PATTERNS[name] ?? name)}`;
  app.route({ method, url, handler: (request, reply) => answer(request, reply) });
}
