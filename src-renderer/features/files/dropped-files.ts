import type { PickedFile } from './upload-item.svelte.ts';

/** Whether files are being dragged in from outside. */
export function holdsFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true;
}

/** Files of an input; those of a chosen folder keep their place in it. */
export function filesOfInput(files: FileList | null): PickedFile[] {
  return [...(files ?? [])].map((file) => ({
    file,
    relativeFolder: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
  }));
}

/** Everything that was dropped, folders with all they contain. Has to be called while the event is being handled. */
export function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return filesBelow(entries, '');
}

async function filesBelow(entries: readonly FileSystemEntry[], folder: string): Promise<PickedFile[]> {
  const found: PickedFile[] = [];
  for (const entry of entries) {
    if (isFile(entry)) found.push({ file: await fileOf(entry), relativeFolder: folder });
    else if (isDirectory(entry)) {
      const below = folder === '' ? entry.name : `${folder}/${entry.name}`;
      for (const one of await filesBelow(await allOf(entry), below)) found.push(one);
    }
  }
  return found;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader returns some at a time, and none at the end. */
async function allOf(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
