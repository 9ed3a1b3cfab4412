/** Model packs that are installed here, for browsers: they run the same models as workers. */
import type { Readable } from "node:stream";

import type { InstalledPack } from "../domain/pipeline.ts";

export interface PackStore {
  /** By name; broken packs are left out, since runs and the start of the server report them. */
  list(): Promise<readonly InstalledPack[]>;
  /** A file of an installed pack by its SHA-256; `undefined`: none. */
  open(sha256: string): Promise<{ readonly size: number; start(): Readable } | undefined>;
}
