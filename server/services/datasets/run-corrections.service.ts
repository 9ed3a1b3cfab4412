/** Corrections that people made to the results of pipelines, run by run. */
import type { RunCorrections } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { wireDate } from "../../base/wire-date.ts";
import { isRunName } from "../../domain/run-description.ts";
import type { AnnotationScope, RevisionRecord } from "../../ports/annotation.repository.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { type Actor, requireUser } from "../access/actor.ts";
import { requireTaskOverview } from "../access/task-overview-setting.ts";
import type { AgreementSession, AnnotationWork } from "../annotations/annotation-work/annotation-work.ts";
import { jobSaveId } from "../annotations/saved-since.ts";

interface Deps {
  readonly access: AccessService;
  readonly work: AnnotationWork;
}

interface Run {
  readonly folder: FolderRecord;
  readonly record: RevisionRecord;
  readonly upTo: number;
}

/** In one answer: the tracks of each are read, and again if people changed some. */
const maxRuns = 50;

export class RunCorrectionsService {
  readonly #ports: Ports;
  readonly #deps: Deps;

  constructor(ports: Ports, deps: Deps) {
    this.#ports = ports;
    this.#deps = deps;
  }

  /** @throws AccessError if the site has switched it off */
  async ofFolder(actor: Actor, id: string): Promise<RunCorrections> {
    requireUser(actor);
    const { folders } = this.#ports.database;
    const { record } = await this.#deps.access.requireFolder(actor, id);
    await requireTaskOverview(this.#ports.database);
    const records = await folders.findMany(await folders.listSubtreeIds(record.id));
    const views = await this.#deps.access.withLevels(actor, "folder", records);
    const readable = views.filter(({ level }) => level >= AccessLevel.read).map((view) => view.record);
    const heads = await this.#ports.database.annotations.heads(readable.map((folder) => folder.id));
    const runs: Run[] = [];
    for (const folder of readable) if (heads.has(folder.id)) runs.push(...(await this.#runsOf(folder)));
    const newest = runs.toSorted((a, b) => b.record.createdMs - a.record.createdMs);
    const rows: RunCorrections["rows"] = [];
    for (const run of newest.slice(0, maxRuns)) rows.push(...(await this.#rowsOf(run)));
    return { rows, leftOut: Math.max(0, newest.length - maxRuns) };
  }

  async #runsOf(folder: FolderRecord): Promise<Run[]> {
    const everything = { descending: true, limit: 0, offset: 0 } as const;
    const { rows } = await this.#ports.database.annotations.listRevisions(folder.id, everything);
    const runs: Run[] = [];
    const upTo = new Map<string, number>();
    for (const record of rows) {
      const { revision, setName } = record;
      if (!upTo.has(setName)) upTo.set(setName, revision);
      if (!isRun(record)) continue;
      runs.push({ folder, record, upTo: upTo.get(setName) ?? revision });
      upTo.set(setName, revision - 1);
    }
    return runs;
  }

  /** Loads those of the tracks that exist at the revision, in the order of their ids: the counts depend on it. */
  async #load(
    session: AgreementSession,
    name: string,
    scope: AnnotationScope & { readonly revision: number },
    ids: readonly number[],
  ): Promise<void> {
    await session.beginSide();
    const sorted = ids.toSorted((a, b) => a - b);
    for (let start = 0; start < sorted.length; start += tracksPerBatch) {
      const batch = sorted.slice(start, start + tracksPerBatch);
      const tracks = await this.#ports.database.review.tracks(scope, batch);
      const documents = batch.flatMap((id) => tracks.get(id) ?? []);
      if (documents.length > 0) await session.load("track", Buffer.from(documents.join(",")));
    }
    await session.endSide(name, []);
  }

  async #rowsOf({ folder, record, upTo }: Run): Promise<RunCorrections["rows"]> {
    const { setName, revision } = record;
    const scope = { datasetId: folder.id, setName };
    const { annotations } = this.#ports.database;
    const written = await annotations.touchedBy(scope, [revision], "track");
    const later = Array.from({ length: upTo - revision }, (_, n) => revision + 1 + n);
    const changed = await annotations.touchedBy(scope, later, "track");
    const existed = new Set(await annotations.existingAt(scope, revision, { kind: "track", ids: changed }));
    const made = changed.filter((id) => !existed.has(id));
    const session = this.#deps.work.openAgreement();
    try {
      await this.#load(session, "run", { ...scope, revision }, written);
      const wasChanged = changed.length > 0;
      // Other tracks are as they were before the run: they are not read.
      if (wasChanged)
        await this.#load(session, "now", { ...scope, revision: upTo }, [...new Set([...written, ...made])]);
      const numbers = await session.corrections("run", wasChanged ? "now" : "run", written);
      return numbers.map((each) => ({
        datasetId: folder.id,
        datasetName: folder.name,
        revision,
        upTo,
        ...(setName !== "" && { set: setName }),
        run: record.description,
        login: record.authorName,
        created: wireDate(record.createdMs),
        ...each,
      }));
    } finally {
      await session.close();
    }
  }
}

/** Tracks per query. */
const tracksPerBatch = 200;

const isRun = ({ saveId, description }: RevisionRecord): boolean =>
  saveId?.startsWith(jobSaveId("")) === true && isRunName(description);
