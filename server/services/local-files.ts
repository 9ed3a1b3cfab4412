/** Contents as local files, all of them at once: for programs that receive the path of each. */
import type { BlobStore } from "../ports/blob-store.ts";

/** Files that are fetched side by side. */
const atOnce = 4;

/** The paths, in the order of the hashes, are good until `work` is done. */
export async function withLocalFiles<T>(
  blobs: Pick<BlobStore, "withLocalFile">,
  hashes: readonly string[],
  work: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const paths: string[] = [];
  const lent: Promise<void>[] = [];
  let giveBack = (): void => undefined;
  const isOver = new Promise<void>((resolve) => (giveBack = resolve));
  const lend = (index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const file = blobs.withLocalFile(hashes[index] ?? "", async (path) => {
        paths[index] = path;
        resolve();
        await isOver;
      });
      lent.push(file);
      file.catch(reject);
    });
  try {
    for (let start = 0; start < hashes.length; start += atOnce) {
      const some = hashes.slice(start, start + atOnce).map((_, n) => lend(start + n));
      await Promise.all(some);
    }
    return await work(paths);
  } finally {
    giveBack();
    await Promise.allSettled(lent);
  }
}
