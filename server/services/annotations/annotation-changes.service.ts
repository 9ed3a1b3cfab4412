/** Changes of an annotation set since a revision, so that pages that have it open need not read all of it. */
import { RequestError } from "../../base/errors.ts";
import type { AnnotationKind } from "../../domain/annotation-save.ts";
import type { AnnotationScope } from "../../ports/annotation.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";

export interface SetChanges {
  /** The state that the changes lead to; the newest revision of the dataset. */
  readonly revision: number;
  /** Absent: too much has changed. Read everything. */
  readonly changes?: { readonly tracks: KindChanges; readonly groups: KindChanges };
}

interface KindChanges {
  /** JSON of each. */
  readonly upsert: readonly string[];
  readonly delete: readonly number[];
}

/** Of each kind. More are read faster as a whole. */
const maxRecords = 500;
/** Of both kinds together, in characters: a record can be large, and the answer is made in memory. */
const maxCharacters = 4_000_000;
/** A page that lacks more was asleep. */
const maxRevisions = 200;

export class AnnotationChangesService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** @param setName absent or empty: the default set */
  async since(actor: Actor, datasetId: string, since: number, setName: string | undefined): Promise<SetChanges> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    const scope = { datasetId: record.id, setName: setName ?? "" };
    const { annotations } = this.#ports.database;
    if (since < 0) throw new RequestError(`Invalid value for integer parameter since: ${since}.`);
    const revision = await annotations.head(record.id);
    if (revision - since > maxRevisions) return { revision };
    const revisions = Array.from({ length: Math.max(0, revision - since) }, (_, index) => since + 1 + index);
    const trackIds = await annotations.touchedBy(scope, revisions, "track");
    const groupIds = await annotations.touchedBy(scope, revisions, "group");
    if (trackIds.length > maxRecords || groupIds.length > maxRecords) return { revision };
    const budget = { characters: maxCharacters };
    const tracks = await changesOf(annotations, { ...scope, revision, kind: "track" }, trackIds, budget);
    const groups = tracks && (await changesOf(annotations, { ...scope, revision, kind: "group" }, groupIds, budget));
    return tracks && groups ? { revision, changes: { tracks, groups } } : { revision };
  }
}

/** @param budget that the records use up */
async function changesOf(
  annotations: Repositories["annotations"],
  query: AnnotationScope & { readonly revision: number; readonly kind: AnnotationKind },
  ids: readonly number[],
  budget: { characters: number },
): Promise<KindChanges | undefined> {
  const present = new Set(await annotations.existingAt(query, query.revision, { kind: query.kind, ids }));
  const upsert: string[] = [];
  for (const id of present) {
    const [version] = await annotations.versions({ ...query, id }, 1);
    if (version === undefined) continue;
    budget.characters -= version.payload.length;
    if (budget.characters < 0) return undefined;
    upsert.push(version.payload);
  }
  return { upsert, delete: ids.filter((id) => !present.has(id)) };
}
