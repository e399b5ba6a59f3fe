import { ensureBundle } from '../../resources/launch/bundle.mjs';

/** Before the first test: else the first start of an app window would build what the other tests are being served. */
export default async function buildFirst(): Promise<void> {
  await ensureBundle();
}
