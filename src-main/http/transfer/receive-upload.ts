import type { KeepFile, Upload } from '../../usecases/files/uploads.ts';

/** Puts what `read` brings in of an upload, whose turn ends then, whatever became of it. */
export async function receiveUpload<Request, Made>(
  begun: Promise<Upload<Request, Made>>,
  read: (keep: KeepFile) => Promise<Request>,
): Promise<Made> {
  const upload = await begun;
  try {
    return await upload.put(await read(upload.keep));
  } finally {
    await upload.end();
  }
}
