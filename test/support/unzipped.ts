import { crc32 } from 'node:zlib';

export interface ZipMember {
  readonly name: string;
  readonly text: string;
  /** Of a member with a name in UTF-8, as the archive says. */
  readonly isUtf8: boolean;
  /** The date as the format has it: local time, to two seconds. */
  readonly modified: string;
}

const END = Buffer.from('PK\x05\x06', 'latin1');

/** The members of an archive of stored files, in the order of its directory, each checked against its checksum. */
export function unzipped(bytes: Buffer): ZipMember[] {
  const end = bytes.lastIndexOf(END);
  if (end < 0) throw new Error('the archive is cut');
  let at = bytes.readUInt32LE(end + 16);
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    const member = memberAt(bytes, at);
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    return member;
  });
}

function memberAt(bytes: Buffer, at: number): ZipMember {
  const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
  const local = bytes.readUInt32LE(at + 42);
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const content = bytes.subarray(start, start + bytes.readUInt32LE(at + 24));
  if (bytes.readUInt16LE(at + 10) !== 0) throw new Error(`${name} is compressed`);
  if (crc32(content) !== bytes.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
  const isUtf8 = (bytes.readUInt16LE(at + 8) & 0x800) !== 0;
  return { name, text: content.toString(), isUtf8, modified: dateOf(bytes.readUInt32LE(at + 12)) };
}

function dateOf(stamp: number): string {
  const [year, month, day] = [(stamp >>> 25) + 1980, (stamp >>> 21) & 15, (stamp >>> 16) & 31];
  return [year, month, day].join('-');
}
