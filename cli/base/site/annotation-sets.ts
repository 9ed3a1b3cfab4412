/** The annotation sets of a dataset on a server that hold something or did. */

import type { Revision } from "#schemas/wire";
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
    const latest = await latestOf({ client }, folderId, name);
    if (latest === undefined) continue;
    const named = name === null ? {} : { set: name };
    const { total = 0 } = await client.callPaged("annotation.tracks", { folderId, limit: 1, ...named }, options);
    const { revision, author_name: author, created: saved } = latest;
    sets.push({ name, tracks: total, revision, author, saved });
  }
  return sets;
}

/** Revisions asked for at once. */
const perPage = 500;

async function latestOf(
  { client }: Pick<Connection, "client">,
  folderId: string,
  set: string | null,
): Promise<Revision | undefined> {
  // The server finds those of a set by its name, and the default set has none.
  const query = { folderId, sort: "revision", sortdir: -1, ...(set === null ? { limit: perPage } : { limit: 1, set }) };
  for (let offset = 0; ; offset += perPage) {
    const page = await client.call("annotation.revisions", { ...query, offset }, { signal: interrupted });
    const match = page.find((revision) => revision.set === set);
    if (match !== undefined || page.length < perPage) return match;
  }
}
