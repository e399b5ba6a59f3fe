import type { FastifyReply } from 'fastify';
import { escapeXml } from './xml.ts';

/** A refusal with a precondition of WebDAV's own (RFC 4918, 16), which programs tell by its name. */
export class DavError extends Error {
  override readonly name = 'DavError';
  readonly status: number;
  /** Without its namespace: `lock-token-submitted`. */
  readonly condition: string;
  /** What it is about. */
  readonly hrefs: readonly string[];

  constructor(status: number, condition: string, hrefs: readonly string[] = []) {
    super(condition);
    this.status = status;
    this.condition = condition;
    this.hrefs = hrefs;
  }
}

export function sendDavError(reply: FastifyReply, { status, condition, hrefs }: DavError): FastifyReply {
  const inner = hrefs.map((href) => `<D:href>${escapeXml(href)}</D:href>`).join('');
  const named = `<D:${condition}>${inner}</D:${condition}>`;
  return sendXml(reply.code(status), `<D:error xmlns:D="DAV:">${named}</D:error>`);
}

export function sendXml(reply: FastifyReply, xml: string): FastifyReply {
  reply.type('application/xml; charset=utf-8').serializer(String);
  return reply.send(`<?xml version="1.0" encoding="utf-8"?>\n${xml}`);
}
