import { RequestError } from '../request-error.ts';

export interface IfCondition {
  readonly isNegated: boolean;
  readonly kind: 'token' | 'etag';
  /** The token without its brackets, or the tag with its quotes. */
  readonly value: string;
}

/** Conditions that have to hold all together. */
export interface IfList {
  /** The address they are about; null: that of the request. */
  readonly resource: string | null;
  readonly conditions: readonly IfCondition[];
}

/** An address in front of its lists, or a list of conditions. */
const PART = /\s*(?:<([^<>]*)>|\(([^()]*)\))/y;
const CONDITION = /\s*(not\b)?\s*(?:<([^<>]+)>|\[\s*((?:W\/)?"[^"]*")\s*\])/iy;

/**
 * What the header `If` of WebDAV (RFC 4918, 10.4) asks for; one of the lists has to hold.
 * @throws RequestError 400
 */
export function parseIf(header: string): IfList[] {
  const parts = allOf(PART, header).map(([, resource, conditions]) => ({ resource, conditions }));
  const isTagged = parts[0]?.resource !== undefined;
  const lists: IfList[] = [];
  let resource: string | null = null;
  for (const [at, part] of parts.entries()) {
    const isTag = part.resource !== undefined;
    // Once there is an address, no list is without, and none is without a list.
    if (isTag && (!isTagged || parts[at + 1]?.conditions === undefined)) refuse();
    if (part.resource !== undefined) resource = part.resource;
    else lists.push({ resource, conditions: conditionsIn(part.conditions ?? '') });
  }
  if (lists.length === 0) refuse();
  return lists;
}

function conditionsIn(text: string): IfCondition[] {
  const conditions = allOf(CONDITION, text).map(([, not, token, etag]): IfCondition => {
    const isNegated = not !== undefined;
    return token === undefined
      ? { isNegated, kind: 'etag', value: etag ?? '' }
      : { isNegated, kind: 'token', value: token };
  });
  return conditions.length === 0 ? refuse() : conditions;
}

/** The parts that a text is made of. @throws RequestError 400 when there is anything else */
function allOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  const end = text.trimEnd().length;
  for (pattern.lastIndex = 0; pattern.lastIndex < end; ) found.push(pattern.exec(text) ?? refuse());
  return found;
}

function refuse(): never {
  throw new RequestError(400, 'bad-request', 'The header If cannot be read.');
}

/** Every token that is shown in it: of those that have to hold, and of those that must not. */
export function tokensIn(lists: readonly IfList[]): Set<string> {
  const all = lists.flatMap(({ conditions }) => conditions);
  return new Set(all.filter(({ kind }) => kind === 'token').map(({ value }) => value));
}
