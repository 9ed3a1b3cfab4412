/**
 * A small model of the server for tests of the open dataset without a network: the same rules for saves, conflicts,
 * sets and revisions, in memory and within one turn. The contract tests cover the real one.
 */
import { type ApiClient } from "#schemas/client";
import { createClient } from "#schemas/full-client";
import type { Dataset, SaveAnnotationsBody, SaveAnnotationsReply } from "#schemas/wire";

type Kind = "tracks" | "groups";
export interface ModelRecord {
  readonly id: number;
  readonly [member: string]: unknown;
}

interface Stored {
  readonly kind: Kind;
  readonly set: string;
  readonly record: ModelRecord;
  readonly created: number;
  deleted: number | undefined;
}

export interface ModelDataset {
  readonly id: string;
  /** Members that `dive_dataset/{id}` returns in addition to the fixed facts; PATCH changes them. */
  readonly configuration: Record<string, unknown>;
  readonly stored: Stored[];
  readonly saves: Map<string, SaveAnnotationsReply>;
  head: number;
  /** -1 none, 0 read, 1 write, 2 admin. */
  accessLevel: -1 | 0 | 1 | 2;
  /** Dataset of each camera. */
  readonly cameras: Readonly<Record<string, string>>;
}

export interface ModelRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface ModelAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const answer = (body: unknown, headers: Readonly<Record<string, string>> = {}): ModelAnswer => ({
  status: 200,
  body: structuredClone(body),
  headers,
});

class Refused extends Error {
  readonly status: number;
  readonly reply: object;
  constructor(status: number, reply: object) {
    super(JSON.stringify(reply));
    this.status = status;
    this.reply = reply;
  }
}

export class ModelServer {
  readonly #datasets = new Map<string, ModelDataset>();
  /** Every request, oldest first. */
  readonly requests: ModelRequest[] = [];

  addDataset(id: string, given: { configuration?: object; cameras?: Record<string, string> } = {}): ModelDataset {
    const dataset: ModelDataset = {
      id,
      configuration: { ...given.configuration },
      stored: [],
      saves: new Map(),
      head: 0,
      accessLevel: 2,
      cameras: given.cameras ?? {},
    };
    this.#datasets.set(id, dataset);
    return dataset;
  }

  dataset(id: string): ModelDataset {
    const dataset = this.#datasets.get(id);
    if (dataset === undefined) throw new Refused(404, { message: `No dataset ${id}.`, type: "rest" });
    return dataset;
  }

  /** A client of it; `through` may delay or lose requests. */
  client(
    through: (request: Request, handle: () => Promise<Response>) => Promise<Response> = (_, handle) => handle(),
  ): ApiClient {
    return createClient({
      baseUrl: "http://model.test/api/v1/",
      fetch: async (input, init) => {
        const request = new Request(input as string, init);
        return await through(request, () => this.handle(request.clone()));
      },
    });
  }

  async handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const text = await request.text();
    const { status, body, headers } = this.handleNow(request.method, url, text === "" ? undefined : JSON.parse(text));
    // Response.json refuses a status without a body.
    return status === 204 ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
  }

  /** Everything that a request does, within one turn. */
  handleNow(method: string, url: URL, body: unknown): ModelAnswer {
    const path = url.pathname.replace("/api/v1/", "");
    const request = { method, path, query: url.searchParams, body };
    this.requests.push(request);
    try {
      return this.#answer(request);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: error.status, body: error.reply, headers: {} };
    }
  }

  // -------------------------------------------------------------------------------------------------- what others do

  save(datasetId: string, body: SaveAnnotationsBody): SaveAnnotationsReply {
    const dataset = this.dataset(datasetId);
    const before = body.saveId === undefined ? undefined : dataset.saves.get(body.saveId);
    if (before !== undefined) return before;
    const set = body.set ?? "";
    this.#refuseConflicts(dataset, set, body);
    refuseChanges(body);
    const revision = dataset.head + 1;
    let [updated, deleted] = [0, 0];
    for (const kind of ["tracks", "groups"] as const) {
      const upserts = (body[kind]?.upsert ?? []) as ModelRecord[];
      const gone = new Set([...upserts.map(({ id }) => id), ...(body[kind]?.delete ?? []).map(Number)]);
      for (const each of live(dataset, kind, set, dataset.head)) {
        if (!gone.has(each.record.id)) continue;
        each.deleted = revision;
        deleted += 1;
      }
      for (const record of upserts) {
        dataset.stored.push({ kind, set, record, created: revision, deleted: undefined });
        updated += 1;
      }
    }
    if (updated + deleted > 0) dataset.head = revision;
    const reply = { updated, deleted, revision: dataset.head };
    if (body.saveId !== undefined) dataset.saves.set(body.saveId, reply);
    return reply;
  }

  /** The current records, sorted by id. */
  records(datasetId: string, kind: Kind = "tracks", set = "", revision?: number): ModelRecord[] {
    const dataset = this.dataset(datasetId);
    return live(dataset, kind, set, revision ?? dataset.head)
      .map(({ record }) => record)
      .toSorted((a, b) => a.id - b.id);
  }

  // ---------------------------------------------------------------------------------------------------------------

  #answer({ method, path, query, body }: ModelRequest): ModelAnswer {
    const [room, id = "", part] = path.split("/");
    const route = `${method} ${room}${part === undefined ? "" : `/${part}`}`;
    if (room === "dive_annotation") return this.#answerAnnotations(`${method} ${id}`, query, body);
    const dataset = this.dataset(id);
    const isMulti = Object.keys(dataset.cameras).length > 0;
    switch (route) {
      case "GET dive_dataset":
        return answer(describe(dataset, isMulti));
      case "GET dive_dataset/media":
        return answer({ imageData: isMulti ? [] : [{ id: "0", url: "/0.png", filename: "0.png" }] });
      case "GET folder": {
        const cameras = Object.entries(dataset.cameras).map(([name, folderId]) => [name, { folderId }]);
        const meta = isMulti ? { multiCam: { cameras: Object.fromEntries(cameras) } } : {};
        return answer({ _id: id, _modelType: "folder", _accessLevel: dataset.accessLevel, meta });
      }
      case "PATCH dive_dataset":
        requireWrite(dataset);
        Object.assign(dataset.configuration, body);
        return answer(dataset.configuration);
      case "PATCH dive_dataset/attributes":
        requireWrite(dataset);
        return answer(applyChanges(dataset, "attributes", "key", body));
      case "PATCH dive_dataset/attribute_track_filters":
        requireWrite(dataset);
        applyChanges(dataset, "attributeTrackFilters", "name", body);
        return answer(null);
      default:
        throw new Refused(404, { message: `No route ${route}.`, type: "rest" });
    }
  }

  #answerAnnotations(route: string, query: URLSearchParams, body: unknown): ModelAnswer {
    const datasetId = query.get("folderId") ?? "";
    const dataset = this.dataset(datasetId);
    const set = query.get("set") ?? "";
    switch (route) {
      case "GET track":
      case "GET group": {
        const kind = route === "GET track" ? "tracks" : "groups";
        const all = this.records(datasetId, kind, set, Number(query.get("revision") ?? dataset.head));
        if (query.get("sortdir") === "-1") all.reverse();
        const offset = Number(query.get("offset") ?? 0);
        const limit = Number(query.get("limit") ?? 0);
        const page = limit === 0 ? all.slice(offset) : all.slice(offset, offset + limit);
        return answer(page, { "Girder-Total-Count": String(all.length) });
      }
      case "GET image":
        return {
          status: 204,
          body: undefined,
          headers: { "Wakeline-Revision": query.get("revision") ?? String(dataset.head) },
        };
      case "GET changes": {
        const since = Number(query.get("since"));
        return answer({
          revision: dataset.head,
          changes: { tracks: changed(dataset, "tracks", set, since), groups: changed(dataset, "groups", set, since) },
        });
      }
      case "GET revision":
        return answer(dataset.head === 0 ? [] : [{ revision: dataset.head }]);
      case "PATCH ":
        requireWrite(dataset);
        return answer(this.save(datasetId, body as SaveAnnotationsBody));
      default:
        throw new Refused(404, { message: `No route ${route}.`, type: "rest" });
    }
  }

  #refuseConflicts(dataset: ModelDataset, set: string, body: SaveAnnotationsBody): void {
    const { baseRevision } = body;
    if (baseRevision === undefined) return;
    const touched = (kind: Kind): number[] => {
      const upserts = (body[kind]?.upsert ?? []) as ModelRecord[];
      const ids = new Set([...upserts.map(({ id }) => id), ...(body[kind]?.delete ?? []).map(Number)]);
      const found = dataset.stored.filter(
        (each) =>
          each.kind === kind &&
          each.set === set &&
          ids.has(each.record.id) &&
          (each.created > baseRevision || (each.deleted ?? 0) > baseRevision),
      );
      return [...new Set(found.map(({ record }) => record.id))].toSorted((a, b) => a - b);
    };
    const [tracks, groups] = [touched("tracks"), touched("groups")];
    if (tracks.length + groups.length === 0) return;
    const before = new Set(live(dataset, "tracks", set, baseRevision).map(({ record }) => record.id));
    const created = tracks.filter((id) => !before.has(id));
    const ids = dataset.stored
      .filter((each) => each.kind === "tracks" && each.set === set)
      .map(({ record }) => record.id);
    const nextTrackId = Math.max(-1, ...ids) + 1;
    const extra = { head: dataset.head, tracks, groups, created, nextTrackId };
    throw new Refused(409, { type: "conflict", message: "Someone else has changed these.", extra });
  }
}

/** Like servers that do not support changes of a track's features. */
function refuseChanges({ tracks }: SaveAnnotationsBody): void {
  if (tracks?.upsert?.every((track) => Array.isArray((track as ModelRecord)["features"] ?? [])) ?? true) return;
  throw new Refused(400, {
    type: "validation",
    message: "features\n  value is not a valid list (type=type_error.list)",
  });
}

function live(dataset: ModelDataset, kind: Kind, set: string, revision: number): Stored[] {
  return dataset.stored.filter(
    (each) =>
      each.kind === kind &&
      each.set === set &&
      each.created <= revision &&
      (each.deleted === undefined || each.deleted > revision),
  );
}

/** Records written or deleted since the revision. */
function changed(dataset: ModelDataset, kind: Kind, set: string, since: number): object {
  const touched = dataset.stored.filter(
    (each) => each.kind === kind && each.set === set && (each.created > since || (each.deleted ?? 0) > since),
  );
  const now = new Map(live(dataset, kind, set, dataset.head).map(({ record }) => [record.id, record]));
  const ids = [...new Set(touched.map(({ record }) => record.id))];
  return { upsert: ids.flatMap((id) => now.get(id) ?? []), delete: ids.filter((id) => !now.has(id)) };
}

function requireWrite({ accessLevel }: ModelDataset): void {
  if (accessLevel < 1) throw new Refused(403, { message: "Write access denied.", type: "access" });
}

function applyChanges(dataset: ModelDataset, field: string, key: string, body: unknown): object {
  const changes = body as { upsert?: Record<string, unknown>[]; delete?: string[] };
  const next = new Map(Object.entries((dataset.configuration[field] ?? {}) as Record<string, unknown>));
  for (const name of changes.delete ?? []) next.delete(name);
  for (const each of changes.upsert ?? []) next.set(String(each[key]), each);
  dataset.configuration[field] = Object.fromEntries(next);
  return { updated: 0, deleted: 0 };
}

function describe(dataset: ModelDataset, isMulti: boolean): Dataset {
  const names = Object.keys(dataset.cameras);
  return {
    version: 1,
    id: dataset.id,
    name: "test",
    type: isMulti ? "multi" : "image-sequence",
    createdAt: "2024-05-01 12:34:56.789000+00:00",
    fps: 10,
    annotate: true,
    ...(isMulti && { multiCamMedia: { defaultDisplay: names[0] ?? "", cameraOrder: names, cameras: {} } }),
    ...dataset.configuration,
  };
}
