/** Detections of many datasets, page by page, for the page Review. */
import type { ReviewEntry, Track } from "#schemas";
import { maxReviewedDatasets, maxReviewedTracks } from "#schemas/review";

import { AccessError, DomainError, RequestError, ValidationError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import { TimeSlices } from "../../base/turns.ts";
import { datasetOf, listingOf } from "../../domain/dataset.ts";
import { checkBody } from "../../domain/body-check.ts";
import { boxesOf, cursorOf, placeOf, reviewBody } from "../../domain/review.ts";
import { storedTypeColors } from "../../domain/type-colors.ts";
import type { Ports } from "../../ports/index.ts";
import type { ReviewFilter, ReviewWriter } from "../../ports/review.repository.ts";
import { camerasOf } from "../tree/dataset-folder.ts";
import { requireRules } from "./issue-facts.ts";
import { type MatchDeps, type MatchedFolder, ReviewMatches } from "./review-matches.ts";
import { ReviewOrder } from "./review-order.ts";
import { requireCameraFolder } from "../tree/stored-ids.ts";
import type { AccessService } from "../access/access.service.ts";
import { type Actor, requireUser } from "../access/actor.ts";
import { AccessLevel } from "../../base/access-level.ts";

export interface ReviewPage {
  readonly entries: ReviewEntry[];
  /** Identifies the end of this page; absent if no more follow. */
  readonly next?: string;
  /** Only for the first page: the number of entries on all pages, and the types without any filter. */
  readonly total?: number;
  readonly types?: { type: string | null; count: number }[];
  readonly writers?: ReviewWriter[];
  readonly attributes?: string[];
  readonly datasets?: ReviewSource[];
  readonly problems?: ReviewProblem[];
}

interface ReviewSource {
  readonly datasetId: string;
  readonly name: string;
  readonly accessLevel: AccessLevel;
  /** For a camera: the dataset that shows it together with the others. */
  readonly rig?: { id: string; camera: string };
  /** For types that were given a color. */
  readonly typeColors?: Record<string, string>;
}

interface ReviewProblem {
  readonly datasetId: string;
  readonly problem: "missing" | "denied" | "noDataset";
  /** Only if the caller may see it. */
  readonly name?: string;
}

const defaultLimit = 20;
/** In the list of names. */
const maxAttributes = 500;

export class ReviewService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #order: ReviewOrder;
  readonly #matches: ReviewMatches;

  constructor(ports: Ports, access: AccessService, deps: MatchDeps) {
    this.#ports = ports;
    this.#matches = new ReviewMatches(ports, deps);
    this.#order = new ReviewOrder(ports.database.review);
    this.#access = access;
  }

  /**
   * Leaves out and lists datasets that the caller may not read. `signal` stops the search.
   * @throws ValidationError, AccessError if that is all of it
   */
  async list(actor: Actor, body: unknown, signal?: AbortSignal): Promise<ReviewPage> {
    const { login } = requireUser(actor);
    const checked = checkBody("ReviewQuery", reviewBody, body);
    if (!checked.ok) throw new ValidationError(checked.message);
    const { isReviewed, lastChange, author, source, revision, attribute, rules = [] } = checked.value;
    const { set = "", types = [], leastConfidence, sort = "dataset", limit = defaultLimit, cursor } = checked.value;
    const asked = [...new Set(checked.value.datasetIds)];
    if (asked.length > maxReviewedDatasets) {
      throw new RequestError(`At most ${maxReviewedDatasets} datasets can be reviewed at once.`);
    }
    const { found, folders, problems } = await this.#sourcesOf(actor, asked);
    const datasetIds = found.map((source) => source.datasetId);
    const { annotations } = this.#ports.database;
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (cursor !== undefined && after === undefined) throw new RequestError("Parameter cursor is invalid.");
    requireRules(rules);
    const only =
      attribute === undefined && rules.length === 0
        ? undefined
        : this.#matches.filter(actor, { login, setName: set, asked: { attribute, rules }, signal }, folders);
    const written = { lastChange, author, source, revision };
    const filter = { datasetIds, setName: set, types, leastConfidence, isReviewed, ...written, only };
    const counts = checked.value.counts ?? "with";
    if (counts === "only") return { entries: [], ...(await this.#countsOf(filter, signal)) };
    const heads = await annotations.heads(datasetIds);
    const order = { sort, descending: checked.value.descending ?? false };
    const places = await this.#order.page({ ...filter, ...order, after, limit: limit + 1 }, signal);
    const shown = places.slice(0, limit);
    const last = places.length > limit ? shown.at(-1) : undefined;
    const entries = await this.#entriesOf(shown, set, heads);
    const next = last && { next: cursorOf(last) };
    if (after !== undefined) return { entries, ...next };
    const counted = counts === "with" ? await this.#countsOf(filter, signal) : {};
    return { entries, ...next, ...counted, datasets: found, problems, attributes: attributesOf(folders) };
  }

  /** Looks at every track, so it takes longer than a page. */
  async #countsOf(
    filter: ReviewFilter,
    signal: AbortSignal | undefined,
  ): Promise<Pick<ReviewPage, "total" | "types" | "writers">> {
    const { review } = this.#ports.database;
    const types = await review.types(filter.datasetIds, filter.setName, signal);
    const isWanted = (type: string | null): boolean =>
      filter.types.length === 0 || (type !== null && filter.types.includes(type));
    const counted = types.reduce((sum, { type, count }) => (isWanted(type) ? sum + count : sum), 0);
    const { leastConfidence, isReviewed, lastChange, author, source, revision, only } = filter;
    const isByTypesOnly = [leastConfidence, isReviewed, lastChange, author, source, revision, only].every(
      (each) => each === undefined,
    );
    const writers = await review.writers(filter.datasetIds, filter.setName);
    return { total: isByTypesOnly ? counted : await review.count(filter, signal), types, writers };
  }

  /** The JSON of some tracks at a revision, default the latest; missing ones are left out. */
  async tracks(
    actor: Actor,
    datasetId: string,
    asked: { readonly ids: readonly number[]; readonly set: string; readonly revision: number | undefined },
  ): Promise<string[]> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    if (asked.ids.length > maxReviewedTracks || !asked.ids.every((id) => Number.isSafeInteger(id))) {
      throw new RequestError(`Parameter trackIds must be a list of at most ${maxReviewedTracks} whole numbers.`);
    }
    const { annotations, review } = this.#ports.database;
    const revision = asked.revision ?? (await annotations.head(record.id));
    const tracks = await review.tracks({ datasetId: record.id, setName: asked.set, revision }, asked.ids);
    return [...tracks.values()];
  }

  /** Datasets with their own annotations: a dataset with several cameras stands for each of them. */
  async #sourcesOf(
    actor: Actor,
    datasetIds: readonly string[],
  ): Promise<{
    found: ReviewSource[];
    /** By the ids of the datasets and cameras. */
    folders: ReadonlyMap<string, MatchedFolder>;
    problems: ReviewProblem[];
  }> {
    const sources = new Map<string, ReviewSource>();
    const folders = new Map<string, MatchedFolder>();
    const problems: ReviewProblem[] = [];
    const records = await this.#ports.database.folders.findMany(datasetIds.filter(isObjectId));
    const views = new Map(
      (await this.#access.withLevels(actor, "folder", records)).map((view) => [view.record.id, view]),
    );
    for (const datasetId of datasetIds) {
      const view = views.get(datasetId);
      if (view === undefined) problems.push({ datasetId, problem: "missing" });
      else if (view.level < AccessLevel.read) problems.push({ datasetId, problem: "denied" });
      else if (!listingOf(view.record.meta).isDataset)
        problems.push({ datasetId, problem: "noDataset", name: view.record.name });
      else {
        const cameras = camerasOf(datasetOf(view.record));
        const { name } = view.record;
        const typeColors = storedTypeColors(view.record);
        const colors = Object.keys(typeColors).length === 0 ? {} : { typeColors };
        if (cameras === undefined) {
          sources.set(datasetId, { datasetId, name, accessLevel: view.level, ...colors });
          folders.set(datasetId, { folder: view.record, dataset: view.record });
        }
        for (const camera of cameras?.order ?? []) {
          const rig = { id: datasetId, camera };
          try {
            const folder = await requireCameraFolder(this.#access, actor, cameras!, camera);
            const [one] = await this.#access.withLevels(actor, "folder", [folder]);
            const accessLevel = one?.level ?? AccessLevel.none;
            folders.set(folder.id, { folder, dataset: view.record });
            sources.set(folder.id, { datasetId: folder.id, name: `${name} / ${camera}`, accessLevel, rig, ...colors });
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            const problem = error instanceof AccessError ? "denied" : "missing";
            problems.push({ datasetId, problem, name: `${name} / ${camera}` });
          }
        }
      }
    }
    const [first] = problems;
    // Says why.
    if (sources.size === 0 && first !== undefined) await this.#access.requireFolder(actor, first.datasetId);
    return { found: [...sources.values()], folders, problems };
  }

  async #entriesOf(
    places: readonly { readonly datasetId: string; readonly trackId: number }[],
    setName: string,
    heads: ReadonlyMap<string, number>,
  ): Promise<ReviewEntry[]> {
    const payloads = new Map<string, Map<number, string>>();
    for (const [datasetId, some] of Map.groupBy(places, (place) => place.datasetId)) {
      const scope = { datasetId, setName, revision: Number.MAX_SAFE_INTEGER };
      const ids = some.map(({ trackId }) => trackId);
      payloads.set(datasetId, await this.#ports.database.review.tracks(scope, ids));
    }
    const turns = new TimeSlices();
    const entries: ReviewEntry[] = [];
    for (const { datasetId, trackId } of places) {
      const payload = payloads.get(datasetId)?.get(trackId);
      // Deleted since the page was read.
      if (payload === undefined) continue;
      const { begin, confidencePairs, end, features, ...rest } = JSON.parse(payload) as Track;
      const frameCount = features.filter(({ bounds }) => bounds !== undefined).length;
      const boxes = boxesOf({ ...rest, features });
      const revision = heads.get(datasetId) ?? 0;
      entries.push({ datasetId, trackId, revision, confidencePairs, begin, end, frameCount, boxes });
      if (turns.isOver) await turns.next();
    }
    return entries;
  }
}

/** Names of the attributes that some datasets define, sorted. */
function attributesOf(folders: ReadonlyMap<string, MatchedFolder>): string[] {
  const datasets = new Set([...folders.values()].map(({ dataset }) => dataset));
  const names = [...datasets].flatMap((dataset) =>
    Object.values(datasetOf(dataset).attributes).map(({ name }) => name),
  );
  return [...new Set(names)].sort().slice(0, maxAttributes);
}
