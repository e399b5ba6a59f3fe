import { DEFAULT_PICTURE } from '../../src-main/http/public/avatar.ts';

/** 96 by 96 pixels. */
export const SMALL_PNG: Buffer = DEFAULT_PICTURE;

/** 64 by 32 pixels: the left half red, the right half blue. */
export const SMALL_JPEG: Buffer = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wEEEAANAA0ADQANAA4ADQAOABAAEAAOABQAFgATABYAFAAeABsAGQAZABsAHgAtACAA',
    'IgAgACIAIAAtAEQAKgAyACoAKgAyACoARAA8AEkAOwA3ADsASQA8AGwAVQBLAEsAVQBsAH0AaQBjAGkAfQCXAIcAhwCXAL4A',
    'tQC+APkA+QFOEQANAA0ADQANAA4ADQAOABAAEAAOABQAFgATABYAFAAeABsAGQAZABsAHgAtACAAIgAgACIAIAAtAEQAKgAy',
    'ACoAKgAyACoARAA8AEkAOwA3ADsASQA8AGwAVQBLAEsAVQBsAH0AaQBjAGkAfQCXAIcAhwCXAL4AtQC+APkA+QFO/8IAEQgA',
    'IABAAwEiAAIRAQMRAf/EACoAAQEBAAAAAAAAAAAAAAAAAAAFBgEBAQEAAAAAAAAAAAAAAAAAAAcF/9oADAMBAAIQAxAAAADP',
    'jFpwEIWiSAXRF62BCFokgH//xAAUEAEAAAAAAAAAAAAAAAAAAABQ/9oACAEBAAE/AAP/xAAUEQEAAAAAAAAAAAAAAAAAAAAw',
    '/9oACAECAQE/AA//xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oACAEDAQE/AA//2Q==',
  ].join(''),
  'base64',
);

/** 64 by 32 pixels, lossy: the left half red, the right half blue. */
export const SMALL_WEBP: Buffer = Buffer.from(
  'UklGRmIAAABXRUJQVlA4IFYAAADQAwCdASpAACAAPtFep02oJSOiLAgBABoJYwDKLqT8gABlGGgSxYAA/us2/+hQf6Dt//oSfJ36FfyY1Xj9Vf//SbOUf8YL5kfX6wmyW/m5JI7yEAAAAA==',
  'base64',
);

/** The same without loss. */
export const LOSSLESS_WEBP: Buffer = Buffer.from(
  'UklGRiYAAABXRUJQVlA4TBoAAAAvP8AHAA8Q87//8x8OxILJ/KVD6I3of1TBNw==',
  'base64',
);

/** 16 by 8 pixels: the right half blue and the left half empty, then all of it green. */
export const SMALL_GIF: Buffer = Buffer.from(
  [
    'R0lGODlhEAAIAJEAAP8AAAAA/wD/AAAAACwIAAAACAAIAAACJUyYMGHChAkTJkyYMGHChAkTJkyYMGHChAkTJkyYMGHChAkTJgUALAAA',
    'AAAQAAgAAAJJlChRokSJEiVKlChRokSJEiVKlChRokSJEiVKlChRokSJEiVKlChRokSJEiVKlChRokSJEiVKlChRokSJEiVKlChRokSJ',
    'EiVKBQA7',
  ].join(''),
  'base64',
);

/** A JPEG whose EXIF says how it is to be turned: 6, by a quarter to the right. */
export function turnedJpeg(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([SMALL_JPEG.subarray(0, 2), head, exif, SMALL_JPEG.subarray(2)]);
}
