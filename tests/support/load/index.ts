/**
 * The mixed load of the crash rounds and the soak: concurrent uploads, saves, rollbacks, imports, exports and
 * deletions.
 */
import { seededRandom } from "../random.ts";
import { Importer } from "./importer.ts";
import { Reader } from "./reader.ts";
import { Remover } from "./remover.ts";
import { Saver } from "./saver.ts";
import { Uploader } from "./uploader.ts";
import type { Worker } from "./worker.ts";

export { runWorkers, type Counts, type Worker } from "./worker.ts";

/** @param keepRevisions per dataset, for exports and rollbacks */
export function mixedWorkers(seed: number, keepRevisions?: number): Worker[] {
  const random = (offset: number): (() => number) => seededRandom(seed * 100 + offset);
  const saver = new Saver("load saves", random(1), keepRevisions);
  const uploaders = [new Uploader("load uploads a", random(2)), new Uploader("load uploads b", random(3))];
  return [saver, ...uploaders, new Importer("load imports"), new Reader(saver, random(4)), new Remover("load removed")];
}
