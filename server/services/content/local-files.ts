/** Stored contents as local files, all at once: for programs that receive the path of each. */
import type { FileRecord } from "../../ports/records.ts";
import { type ContentPorts, openToRead, withStoredFiles } from "./open-content.ts";

/** Files fetched in parallel. */
const maxParallelFiles = 4;

/** The paths, in the order of the files, are valid until `work` is done. */
export async function withLocalFiles<T>(
  ports: ContentPorts,
  files: readonly FileRecord[],
  work: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const paths: string[] = [];
  const lent: Promise<void>[] = [];
  let release = (): void => undefined;
  const isOver = new Promise<void>((resolve) => (release = resolve));
  const lend = async (file: FileRecord, index: number): Promise<void> => {
    const { withLocalFile } = await openToRead(ports, file);
    await new Promise<void>((resolve, reject) => {
      const given = withLocalFile(async (path) => {
        paths[index] = path;
        resolve();
        await isOver;
      });
      lent.push(given);
      given.catch(reject);
    });
  };
  try {
    for (let start = 0; start < files.length; start += maxParallelFiles) {
      await Promise.all(files.slice(start, start + maxParallelFiles).map((file, n) => lend(file, start + n)));
    }
    // Files from a bucket were already downloaded.
    return await withStoredFiles(ports, ports.blobs.isShared ? [] : files, () => work(paths));
  } finally {
    release();
    await Promise.allSettled(lent);
  }
}
