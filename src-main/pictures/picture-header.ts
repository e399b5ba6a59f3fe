/** What the first bytes of a picture say of it. */
export interface PictureHeader {
  readonly kind: 'png' | 'jpeg';
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Null for what is no picture of a kind that can be opened. */
export function pictureHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return pngHeader(bytes);
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegHeader(bytes) : null;
}

function pngHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 24) return null;
  return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks from segment to segment to the one that begins the frame (ITU T.81, B.2.2). */
function jpegHeader(bytes: Buffer): PictureHeader | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      return { kind: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    // Any number of fill bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function isFrame(marker: number): boolean {
  const isTable = marker === 0xc4 || marker === 0xc8 || marker === 0xcc;
  return marker >= 0xc0 && marker <= 0xcf && !isTable;
}
