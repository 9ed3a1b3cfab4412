/** Revisions of a dataset, as commands print them. */

import type { Revision } from "#schemas/wire";
import type { Connection } from "../connection/connection.ts";
import { usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";

export const revisionFacts = ({ revision, set, author_name: author, created: saved, ...rest }: Revision) => ({
  revision,
  set,
  author,
  saved,
  additions: rest.additions,
  deletions: rest.deletions,
  description: rest.description,
});

/** Revisions asked for at once. */
const perPage = 500;

/** @throws CliError when the dataset has no such revision */
export async function requireRevision({ client }: Connection, folderId: string, wanted: number): Promise<Revision> {
  // Numbers rise by one, so that it is usually the first of a page that begins there.
  for (let offset = Math.max(0, wanted - 1), total = Infinity; offset < total; offset += perPage) {
    const page = { folderId, limit: perPage, offset, sort: "revision", sortdir: 1 };
    const { reply, total: all = 0 } = await client.callPaged("annotation.revisions", page, { signal: interrupted });
    total = all;
    const match = reply.find(({ revision }) => revision === wanted);
    if (match !== undefined) return match;
    if (reply.length === 0 || (reply[0]?.revision ?? 0) > wanted) break;
  }
  throw usageError(`there is no revision ${wanted}: \`wakeline revision list\` lists all.`);
}
