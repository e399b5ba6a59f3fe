import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../src-main/core/errors.ts';
import { GENERAL_REFUSALS, refusalsOf } from '../../src-main/http/openapi/refusals.ts';
import type { CallSpec } from '../../src-shared/contract/call-spec.ts';
import type { Shape } from '../../src-shared/contract/shape.ts';

/**
 * What servers started after this call answer otherwise than their calls declare: a status, a content type, a member
 * of a JSON answer, a refusal. It grows as answers go out.
 */
export function watchAnswers(): readonly string[] {
  const problems: string[] = [];
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onError', async (request, _, error) => {
      if (error instanceof DomainError) problems.push(...problemsOfRefusal(request, error));
    });
    fastify.addHook('onSend', async (request, reply, payload) => {
      problems.push(...problemsOfAnswer(request, reply, payload));
      return payload;
    });
  });
  return problems;
}

function nameOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url}`;
}

function problemsOfRefusal(request: FastifyRequest, { code }: DomainError): string[] {
  const { config, url = '' } = request.routeOptions;
  if (config.call === undefined || GENERAL_REFUSALS.some((general) => general === code)) return [];
  const declared = refusalsOf({ method: request.method, url, call: config.call });
  return declared.includes(code) ? [] : [`${nameOf(request)} is refused with ${code}`];
}

function problemsOfAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): string[] {
  const { call } = request.routeOptions.config;
  if (call === undefined || reply.statusCode >= 400) return [];
  const statuses = call.statuses ?? [200];
  const wrongStatus = statuses.includes(reply.statusCode) ? [] : [`answers ${reply.statusCode}`];
  const type = String(reply.getHeader('content-type') ?? '').split(';', 1)[0] ?? '';
  const wrongContent = request.method === 'HEAD' ? [] : problemsOfContent(call, type, payload);
  return [...wrongStatus, ...wrongContent].map((problem) => `${nameOf(request)} ${problem}`);
}

function problemsOfContent(call: CallSpec, type: string, payload: unknown): string[] {
  const { answer, media = [] } = call;
  if (media.includes('*/*') || media.includes(type) || payload === undefined || payload === '') return [];
  if (type !== 'application/json' || answer === null) return [`answers ${type}`];
  // Refusals that count as success have no declared shape of their own: they are members of the shape.
  return typeof payload === 'string' ? mismatches(JSON.parse(payload), answer, 'answer') : [];
}

/** Where a value is not of the shape; members that the shape does not name count. */
function mismatches(value: unknown, shape: Shape, at: string): string[] {
  switch (shape.is) {
    case 'named':
      return mismatches(value, shape.shape, at);
    case 'either':
      return leastMismatches(shape.of.map((one) => mismatches(value, one, at)));
    case 'list':
      return itemMismatches(value, shape.of, at);
    case 'map':
      return isObject(value)
        ? Object.entries(value).flatMap(([name, member]) => mismatches(member, shape.of, `${at}.${name}`))
        : [`${at} is no object`];
    case 'object':
      return isObject(value) ? memberMismatches(value, shape, at) : [`${at} is no object`];
    case 'words':
      return shape.words.some((word) => word === value) ? [] : [`${at} is ${JSON.stringify(value)}`];
    default:
      return isScalar(value, shape.is) ? [] : [`${at} is no ${shape.is}: ${JSON.stringify(value)}`];
  }
}

function leastMismatches(tries: readonly string[][]): string[] {
  return [...tries].sort((a, b) => a.length - b.length)[0] ?? [];
}

function itemMismatches(value: unknown, of: Shape, at: string): string[] {
  if (!Array.isArray(value)) return [`${at} is no list`];
  return value.flatMap((item, index) => mismatches(item, of, `${at}[${index}]`));
}

function memberMismatches(
  value: Readonly<Record<string, unknown>>,
  { members }: Extract<Shape, { is: 'object' }>,
  at: string,
): string[] {
  const missing = Object.entries(members).filter(([name, { isOptional }]) => !isOptional && !(name in value));
  return [
    ...missing.map(([name]) => `${at} lacks ${name}`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const known = members[name];
      return known === undefined ? [`${at} has ${name}`] : mismatches(member, known.shape, `${at}.${name}`);
    }),
  ];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Scalar = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'anything';

function isScalar(value: unknown, is: Scalar): boolean {
  if (is === 'anything') return true;
  if (is === 'null') return value === null;
  if (is === 'integer') return Number.isInteger(value);
  return typeof value === is;
}
