import { declaredCall } from '../../src-main/http/calls/all-calls.ts';
import { declaredFields, type Fields } from '../../src-main/http/declared-fields.ts';
import { jsonFields } from '../../src-main/http/json-fields.ts';
import type { FieldSpecs } from '../../src-shared/contract/field-spec.ts';

/** What a call reads of fields that were sent to it, by its method and its address without the rules of parameters. */
export function sentTo<Specs = FieldSpecs>(call: string, sent: object = {}): Fields<Specs> {
  const [method = '', address = ''] = call.split(' ');
  const spec = declaredCall(method, address);
  if (spec === undefined) throw new Error(`there is no call ${call}`);
  const fields = jsonFields(Buffer.from(JSON.stringify(sent)));
  return declaredFields(fields, { ...spec.query, ...spec.body }) as Fields<Specs>;
}
