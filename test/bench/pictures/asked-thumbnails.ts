import type { ServeProcess } from '../../support/serve-process.ts';
import { pictureName } from './sample-pictures.ts';

const AT_ONCE = 64;
/** Before more are asked for than there are pictures, they are asked for in other sizes. */
const LEAST_SIZE = 40;

interface Asked {
  readonly library: string;
  readonly pictures: number;
  readonly asked: number;
}

/** Asks for thumbnails that all differ, without waiting when that is asked for. */
export async function askThumbnails(
  { url, token }: ServeProcess,
  { library, pictures, asked }: Asked,
): Promise<{ made: number; refused: number }> {
  let [next, made, refused] = [0, 0, 0];
  const ask = async () => {
    while (next < asked) {
      const at = next++;
      const size = LEAST_SIZE + Math.floor(at / pictures);
      const path = `/pictures/${pictureName(at % pictures)}.png`;
      const address = `/api/local/v1/libraries/${library}/thumbnail/?path=${path}&size=${size}`;
      const response = await fetch(url + address, { headers: { Authorization: `Token ${token}` } });
      await response.arrayBuffer();
      if (response.status === 200) made += 1;
      else if (response.status === 503 || response.status === 429) refused += 1;
      else throw new Error(`a thumbnail was answered with ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return { made, refused };
}
