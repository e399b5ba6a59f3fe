import File from '@lucide/svelte/icons/file';
import FileArchive from '@lucide/svelte/icons/file-archive';
import FileCode from '@lucide/svelte/icons/file-code';
import FileImage from '@lucide/svelte/icons/file-image';
import FileMusic from '@lucide/svelte/icons/file-music';
import FilePlay from '@lucide/svelte/icons/file-play';
import FileSpreadsheet from '@lucide/svelte/icons/file-spreadsheet';
import FileText from '@lucide/svelte/icons/file-text';
import { extensionOf } from '../format/name.ts';
import type { IconComponent } from './icon.ts';

const KINDS: readonly (readonly [IconComponent, string])[] = [
  [FileText, 'txt md rtf pdf doc docx odt pages tex epub log'],
  [FileImage, 'png jpg jpeg gif webp avif heic svg tif tiff bmp ico raw cr2 nef psd'],
  [FilePlay, 'mp4 mov mkv avi webm m4v mpg mpeg'],
  [FileMusic, 'mp3 flac wav ogg m4a aac opus aiff'],
  [FileArchive, 'zip tar gz tgz bz2 xz zst 7z rar iso dmg deb rpm'],
  [FileSpreadsheet, 'csv tsv xls xlsx ods numbers'],
  [
    FileCode,
    'js ts jsx tsx svelte json html css py rb rs go c h cpp java kt swift sh sql xml yml yaml toml php',
  ],
];

const BY_EXTENSION: ReadonlyMap<string, IconComponent> = new Map(
  KINDS.flatMap(([icon, extensions]) => extensions.split(' ').map((extension) => [extension, icon] as const)),
);

/** The icon for a file, by its extension. */
export function fileIcon(name: string): IconComponent {
  return BY_EXTENSION.get(extensionOf(name)) ?? File;
}
