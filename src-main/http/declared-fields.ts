import {
  ANY_NAME,
  type FieldSpec,
  type FieldSpecs,
  type FieldValue,
} from '../../src-shared/contract/field-spec.ts';
import { DomainError } from '../core/errors.ts';
import { isLibraryId } from '../core/library/library-id.ts';
import { isId } from '../core/objects/object-id.ts';
import type { SentFields } from './fields.ts';

/**
 * The fields that a call declares, as a request sent them. Reading any other is a bug; what is read is checked first, so
 * that the description of the interface, which is made from the same declaration, is true.
 * @template Specs what is declared; by default any fields
 */
export interface Fields<Specs = FieldSpecs> extends SentFields {
  /** For calls that declare fields of any name. */
  names(): readonly string[];
  has(name: keyof Specs & string): boolean;
  /** @throws DomainError `argument-invalid` when the field was given twice or is not what it is declared to be. */
  text(name: keyof Specs & string): string | undefined;
  list(name: keyof Specs & string): readonly string[];
  /** The declared members of a JSON object inside the JSON object. */
  nested(name: keyof Specs & string): Fields | undefined;
  spec(name: keyof Specs & string): FieldSpec;
  readonly [DECLARED]?: Specs;
}

declare const DECLARED: unique symbol;

/** What stands in a field as text: one of its words, where it declares some. */
export type TextOf<Spec> = FieldValue<Spec> extends string ? FieldValue<Spec> : string;

export function declaredFields<Specs extends FieldSpecs>(sent: SentFields, specs: Specs): Fields<Specs> {
  const spec = (name: string): FieldSpec => {
    const known = Object.hasOwn(specs, name) ? specs[name] : specs[ANY_NAME];
    if (known === undefined) throw new Error(`the field ${name} is read and not declared`);
    return known;
  };
  return {
    spec,
    names: () => {
      spec(ANY_NAME);
      return sent.names();
    },
    has: (name) => spec(name) !== undefined && sent.has(name),
    list: (name) => {
      if (spec(name).isList !== true) throw new Error(`the field ${name} is not declared as a list`);
      return sent.list(name);
    },
    text: (name) => {
      const declared = spec(name);
      const text = sent.text(name);
      if (text !== undefined && text !== '') checkText(name, text, declared);
      return declared.anyCase === true ? text?.toLowerCase() : text;
    },
    nested: (name) => {
      const members = spec(name).members ?? {};
      const inside = sent.nested(name);
      return inside === undefined ? undefined : declaredFields(inside, members);
    },
  };
}

function checkText(name: string, text: string, spec: FieldSpec): void {
  if (spec.otherwise !== undefined && !isOfKind(text, spec)) return;
  if (!isOfKind(text, spec) || !isWithinBounds(text, spec)) {
    throw new DomainError('argument-invalid', {
      field: name,
      ...(spec.kind === 'word' ? { reason: 'unknown' } : {}),
    });
  }
}

const TRUTH: ReadonlySet<string> = new Set(['t', 'true', '1', 'f', 'false', '0']);

function isOfKind(text: string, { kind, words = [], anyCase }: FieldSpec): boolean {
  switch (kind) {
    case 'text':
    case 'object':
      return true;
    case 'integer':
      return /^-?\d{1,15}$/.test(text);
    case 'boolean':
      return TRUTH.has(text.toLowerCase());
    case 'word':
      return words.includes(anyCase === true ? text.toLowerCase() : text);
    case 'library-id':
      return isLibraryId(text);
    case 'commit-id':
      return isId(text);
  }
}

function isWithinBounds(text: string, { kind, least, most, maxBytes }: FieldSpec): boolean {
  if (kind === 'integer') return Number(text) >= (least ?? -Infinity) && Number(text) <= (most ?? Infinity);
  return maxBytes === undefined || Buffer.byteLength(text) <= maxBytes;
}
