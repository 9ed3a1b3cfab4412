/** Changes of an annotation set since a revision, so that pages that have it open need not read all of it. */
import { RequestError } from "../../base/errors.ts";
import type { AnnotationKind } from "../../domain/annotation-save.ts";
import type { AnnotationScope } from "../../ports/annotation.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";

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

  /**
   * @param setName absent or empty: the default set
   * @returns pieces of JSON: the newest revision of the dataset, and the changes up to it, unless they are too many
   */
  async since(actor: Actor, datasetId: string, since: number, setName: string | undefined): Promise<string[]> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    const scope = { datasetId: record.id, setName: setName ?? "" };
    const { annotations } = this.#ports.database;
    if (since < 0) throw new RequestError(`Invalid value for integer parameter since: ${since}.`);
    const revision = await annotations.head(record.id);
    const tooMany = [`{"revision":${revision}}`];
    if (revision - since > maxRevisions) return tooMany;
    const revisions = Array.from({ length: Math.max(0, revision - since) }, (_, index) => since + 1 + index);
    const trackIds = await annotations.touchedBy(scope, revisions, "track");
    const groupIds = await annotations.touchedBy(scope, revisions, "group");
    if (trackIds.length > maxRecords || groupIds.length > maxRecords) return tooMany;
    const budget = { characters: maxCharacters };
    const tracks = await changesOf(annotations, { ...scope, revision, kind: "track" }, trackIds, budget);
    const groups = tracks && (await changesOf(annotations, { ...scope, revision, kind: "group" }, groupIds, budget));
    if (tracks === undefined || groups === undefined) return tooMany;
    const changes = [`"groups":`, ...piecesOf(groups), `,"tracks":`, ...piecesOf(tracks)];
    return [`{"revision":${revision},"changes":{`, ...changes, "}}"];
  }
}

function piecesOf({ upsert, delete: deleted }: KindChanges): string[] {
  const records = upsert.flatMap((record, n) => (n === 0 ? [record] : [",", record]));
  return [`{"delete":${JSON.stringify(deleted)},"upsert":[`, ...records, "]}"];
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
