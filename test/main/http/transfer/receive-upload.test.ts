import { describe, expect, it } from 'vitest';
import { receiveUpload } from '../../../../src-main/http/transfer/receive-upload.ts';
import type { Upload } from '../../../../src-main/usecases/files/uploads.ts';
import { textIn } from '../../../support/upload-pieces.ts';

function under(way: Partial<Upload<string, string>> = {}) {
  const order: string[] = [];
  const upload: Upload<string, string> = {
    keep: async () => {
      throw new Error('nothing comes in');
    },
    put: async (request) => {
      order.push(`put ${request}`);
      return 'made';
    },
    end: async () => void order.push('end'),
    ...way,
  };
  return { order, begun: Promise.resolve(upload) };
}

describe('receiving an upload', () => {
  it('puts what was read, then ends it', async () => {
    const { order, begun } = under();
    expect(await receiveUpload(begun, async () => 'all of it')).toBe('made');
    expect(order).toEqual(['put all of it', 'end']);
  });

  it('ends it when it broke off, and puts nothing', async () => {
    const { order, begun } = under();
    const broken = receiveUpload(begun, (keep) => keep('a', textIn('a')).then(() => ''));
    await expect(broken).rejects.toThrow('nothing comes in');
    expect(order).toEqual(['end']);
  });

  it('ends it when it was refused', async () => {
    const refused = async () => {
      throw new Error('refused');
    };
    const { order, begun } = under({ put: refused });
    await expect(receiveUpload(begun, async () => '')).rejects.toThrow('refused');
    expect(order).toEqual(['end']);
  });
});
