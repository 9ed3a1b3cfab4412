/** The annotation sets of a dataset on a server that hold something or did. */

import type { Connection } from "../connection/connection.ts";
import { interrupted } from "../process/interrupt.ts";

export interface SetFacts {
  /** `null`: the default set. */
  readonly name: string | null;
  readonly tracks: number;
  readonly revision: number;
  readonly author: string;
  readonly saved: string;
}

export async function annotationSets({ client }: Connection, folderId: string): Promise<readonly SetFacts[]> {
  const options = { signal: interrupted };
  const names = await client.call("annotation.sets", { folderId }, options);
  const sets: SetFacts[] = [];
  for (const name of names) {
    const set = name ?? "";
    const query = { folderId, set, limit: 1, sort: "revision", sortdir: -1 };
    const [latest] = await client.call("annotation.revisions", query, options);
    if (latest === undefined) continue;
    const named = set === "" ? {} : { set };
    const { total = 0 } = await client.callPaged("annotation.tracks", { folderId, limit: 1, ...named }, options);
    const { revision, author_name: author, created: saved } = latest;
    sets.push({ name, tracks: total, revision, author, saved });
  }
  return sets;
}
