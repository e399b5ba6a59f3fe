import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import { decodeFile, decodeFileInSteps, encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import recorded from '../../../fixtures/vectors/fs-objects.json' with { type: 'json' };

const ZEROS_10_MIB = '8c206a1a87599f532ce68675536f0b1546900d7a' as ObjectId;

function decodeText(text: string) {
  const bytes = Buffer.from(text);
  return decodeFile(objectIdOf(bytes), bytes);
}

describe('file objects', () => {
  const files = recorded.objects.filter(({ kind }) => kind === 'file');

  it('re-encode to the recorded bytes and ids', () => {
    expect(files.length).toBeGreaterThan(50);
    for (const { id, json, length } of files) {
      const bytes = Buffer.from(json);
      expect(bytes.length).toBe(length);
      const encoded = encodeFile(decodeFile(id as ObjectId, bytes));
      expect(encoded.bytes.toString()).toBe(json);
      expect(encoded.id).toBe(id);
    }
  });

  it.each([
    ['hello\n', '4226e5b3d7da1a4575241f9501f9882aee9b5ea9'],
    ['x', '391f58e1d4132f78731caa6964204ca2011768e7'],
    ['#!/bin/sh\nexit 0\n', '50ddeba25ab6e7bd40e28bb43f7854c4ce70c745'],
    ['deep', '467a89a9a19275e4a47e925e8291bf54e2015104'],
  ])('name the file with content %j', (content, id) => {
    expect(encodeFile({ blockIds: [objectIdOf(content)], sizeBytes: content.length }).id).toBe(id);
  });

  it('name files of several blocks, repeats included', () => {
    const last2Mib = '7d76d48d64d7ac5411d714a4bb83f37e3e5b8df6' as ObjectId;
    const last5Mib = '2e95d7582c53583fa8afb54e0fe7a2597c92cbba' as ObjectId;
    expect(encodeFile({ blockIds: [ZEROS_10_MIB, last2Mib], sizeBytes: 12_582_912 }).id).toBe(
      'bfd799e757ee2c820c4256bd65deb1bae18ddbe5',
    );
    expect(encodeFile({ blockIds: [ZEROS_10_MIB, ZEROS_10_MIB, last5Mib], sizeBytes: 26_214_400 }).id).toBe(
      'ef9860f22e7ef85e6f6a9967d75f8b8bb0197cad',
    );
  });

  it('have this canonical text', () => {
    const { bytes } = encodeFile({ blockIds: [objectIdOf('hello\n')], sizeBytes: 6 });
    expect(bytes.toString()).toBe(
      '{"block_ids": ["f572d396fae9206628714fb2ce00f72e94f2258f"], "size": 6, "type": 1, "version": 1}',
    );
  });

  it('do not exist for empty files', () => {
    expect(encodeFile({ blockIds: [], sizeBytes: 0 })).toEqual({ id: EMPTY_ID, bytes: Buffer.alloc(0) });
    expect(decodeFile(EMPTY_ID, Buffer.alloc(0))).toEqual({ blockIds: [], sizeBytes: 0 });
  });

  it('read back with keys in any order and any spacing', () => {
    const text = `{"version":1,"type":1,"size":6,"block_ids":["${ZEROS_10_MIB}"]}`;
    expect(decodeText(text)).toEqual({ blockIds: [ZEROS_10_MIB], sizeBytes: 6 });
  });

  it('round-trip', () => {
    const blockIds = fc.array(
      fc.uint8Array({ maxLength: 8 }).map((bytes) => objectIdOf(bytes)),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(blockIds, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (ids, sizeBytes) => {
        const { id, bytes } = encodeFile({ blockIds: ids, sizeBytes });
        expect(decodeFile(id, bytes)).toEqual({ blockIds: ids, sizeBytes });
      }),
    );
  });

  const block = `"${ZEROS_10_MIB}"`;
  it.each([
    ['text that is not JSON', 'hello', 'json'],
    ['no bytes', '', 'json'],
    ['JSON that is not an object', '[]', 'json'],
    ['null', 'null', 'json'],
    ['a dir object', '{"dirents": [], "type": 3, "version": 1}', 'type'],
    ['no type', `{"block_ids": [${block}], "size": 6, "version": 1}`, 'type'],
    ['version 0', `{"block_ids": [${block}], "size": 6, "type": 1, "version": 0}`, 'version'],
    ['no version', `{"block_ids": [${block}], "size": 6, "type": 1}`, 'version'],
    ['no block list', '{"size": 6, "type": 1, "version": 1}', 'block_ids'],
    [
      'a block list that is not a list',
      `{"block_ids": ${block}, "size": 6, "type": 1, "version": 1}`,
      'block_ids',
    ],
    ['a block that is not a string', '{"block_ids": [7], "size": 6, "type": 1, "version": 1}', 'block_ids'],
    ['a malformed block id', '{"block_ids": ["../x"], "size": 6, "type": 1, "version": 1}', 'block_ids'],
    ['a negative size', `{"block_ids": [${block}], "size": -1, "type": 1, "version": 1}`, 'size'],
    ['a broken size', `{"block_ids": [${block}], "size": 1.5, "type": 1, "version": 1}`, 'size'],
    [
      'a size beyond exact integers',
      `{"block_ids": [${block}], "size": 1e300, "type": 1, "version": 1}`,
      'size',
    ],
    ['no size', `{"block_ids": [${block}], "type": 1, "version": 1}`, 'size'],
    ['blocks but no content', `{"block_ids": [${block}], "size": 0, "type": 1, "version": 1}`, 'size'],
    ['content but no blocks', '{"block_ids": [], "size": 6, "type": 1, "version": 1}', 'size'],
  ])('are refused: %s', (_case, text, reason) => {
    const refusal = { code: 'object-corrupt', detail: { value: objectIdOf(text), reason } };
    expect(() => decodeText(text)).toThrow(expect.objectContaining(refusal));
  });
});

describe('long file objects', () => {
  const blockIds = Array.from({ length: 40_000 }, (_, at) => objectIdOf(`${at % 7}`));
  const { id, bytes } = encodeFile({ blockIds, sizeBytes: 123_456_789 });

  function stepsOf(text: Buffer) {
    const steps = decodeFileInSteps(id, text);
    let count = 0;
    for (;;) {
      const step = steps.next();
      if (step.done === true) return { count, file: step.value };
      count += 1;
    }
  }

  it('are read in steps', () => {
    expect(stepsOf(bytes)).toEqual({ count: 4, file: { blockIds, sizeBytes: 123_456_789 } });
  });

  it('are read in one go where others spelled them in another way', () => {
    const spaced = Buffer.from(bytes.toString().replace('"size": ', '"size":  '));
    expect(stepsOf(spaced).file).toEqual({ blockIds, sizeBytes: 123_456_789 });
  });

  it.each([
    ['"size": 123456789', '"size": 0'],
    ['"size": 123456789', '"size": 9999999999999999'],
    ['"type": 1', '"type": 3'],
    [objectIdOf('3'), 'no id'],
    ['"version": 1}', '"version": 1'],
  ])('are none with %j made %j', (from, to) => {
    const text = bytes.toString();
    expect(text.includes(from)).toBe(true);
    expect(() => stepsOf(Buffer.from(text.replace(from, to)))).toThrow(DomainError);
  });
});
