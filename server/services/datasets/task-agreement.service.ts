/**
 * How well people agree who were given the same frames in sets of their own, in the revisions that they handed in. Only
 * for administrators of the datasets: it reveals the work of others.
 */
import type { TaskAgreement } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { TaskRecord } from "../../ports/task.repository.ts";
import type { AccessService } from "../access/access.service.ts";
import { type Actor, requireUser } from "../access/actor.ts";
import type { AnnotationService } from "../annotations/annotation.service.ts";
import type { AgreementSession, AnnotationWork } from "../annotations/annotation-work/annotation-work.ts";
import { camerasOf } from "../tree/dataset-folder.ts";
import { hiddenScores } from "./hidden-truth.ts";
import { handedIn, loadSide } from "./task-sides.ts";

/** Tasks that one request reads the annotations of. */
const maxTasks = 200;

interface Deps {
  readonly access: AccessService;
  readonly annotations: AnnotationService;
  readonly work: AnnotationWork;
}

/** In an answer. */
const maxFrames = 200;

type Piece = readonly [own: TaskRecord, other: TaskRecord];

export class TaskAgreementService {
  readonly #ports: Ports;
  readonly #deps: Deps;

  constructor(ports: Ports, deps: Deps) {
    this.#ports = ports;
    this.#deps = deps;
  }

  async ofFolder(actor: Actor, id: string): Promise<TaskAgreement> {
    requireUser(actor);
    const { folders, tasks } = this.#ports.database;
    const { record } = await this.#deps.access.requireFolder(actor, id);
    const records = await folders.findMany(await folders.listSubtreeIds(record.id));
    const views = await this.#deps.access.withLevels(actor, "folder", records);
    const managed = new Map(
      views.filter(({ level }) => level >= AccessLevel.admin).map((view) => [view.record.id, view.record]),
    );
    const all = await tasks.list({ datasetIds: [...managed.keys()], all: true });
    const shared = [...Map.groupBy(all, pieceOf).values()].filter((some) => some.length > 1);
    const { pieces, waiting, leftOut } = choosePieces(shared, managed);
    const session = this.#deps.work.openAgreement();
    try {
      const loaded = new Set<string>();
      for (const task of pieces.flat()) {
        if (loaded.has(task.id)) continue;
        loaded.add(task.id);
        const at = { name: task.id, revision: handedIn(task)!, ranges: task.content.ranges };
        await loadSide(this.#deps.annotations, session, { folder: managed.get(task.datasetId)!, task, ...at });
      }
      const rows = await rowsOf(session, pieces);
      const hidden = await hiddenScores(this.#ports, this.#deps, actor, managed, all);
      return { rows, ...(await differencesOf(session, pieces, managed)), waiting, leftOut, hidden };
    } finally {
      await session.close();
    }
  }
}

const namesOf = ([own, other]: Piece) => [own.id, other.id] as const;

const pieceOf = ({ datasetId, content }: TaskRecord): string => `${datasetId} ${JSON.stringify(content.ranges)}`;

/** Both directions of each two tasks on the same frames. */
function choosePieces(
  shared: readonly (readonly TaskRecord[])[],
  managed: ReadonlyMap<string, FolderRecord>,
): { pieces: Piece[]; waiting: number; leftOut: number } {
  const pieces: Piece[] = [];
  const read = new Set<string>();
  let [waiting, leftOut] = [0, 0];
  for (const tasks of shared) {
    for (const [at, own] of tasks.entries()) {
      for (const other of tasks.slice(at + 1)) {
        if (own.setName === other.setName || own.assigneeId === other.assigneeId) continue;
        const isRig = camerasOf(datasetOf(managed.get(own.datasetId)!)) !== undefined;
        if (isRig) leftOut++;
        else if (handedIn(own) === undefined || handedIn(other) === undefined) waiting++;
        else if (new Set([...read, own.id, other.id]).size > maxTasks) leftOut++;
        else {
          read.add(own.id).add(other.id);
          pieces.push([own, other], [other, own]);
        }
      }
    }
  }
  return { pieces, waiting, leftOut };
}

/** Of each person with all others together, then with each of them where there are several. */
async function rowsOf(session: AgreementSession, pieces: readonly Piece[]): Promise<TaskAgreement["rows"]> {
  const rows: TaskAgreement["rows"] = [];
  const byPerson = [...Map.groupBy(pieces, ([own]) => own.content.assigneeLogin)];
  for (const [login, own] of byPerson.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const others = [...Map.groupBy(own, ([, other]) => other.content.assigneeLogin)];
    await add({ login, ...(others.length === 1 && { other: others[0]?.[0] ?? "" }) }, own);
    if (others.length === 1) continue;
    for (const [other, some] of others.toSorted(([a], [b]) => (a < b ? -1 : 1))) await add({ login, other }, some);
  }
  return rows;

  async function add(people: { login: string; other?: string }, some: readonly Piece[]): Promise<void> {
    const { numbers } = await session.measure(some.map(namesOf));
    for (const each of numbers) rows.push({ ...people, pieces: some.length, ...each });
  }
}

/** Each two people once. */
async function differencesOf(
  session: AgreementSession,
  pieces: readonly Piece[],
  managed: ReadonlyMap<string, FolderRecord>,
): Promise<Pick<TaskAgreement, "frames" | "framesLeftOut">> {
  const once = pieces.filter((_, at) => at % 2 === 0);
  const { frames, framesLeftOut } = await session.measure(once.map(namesOf));
  const shown = frames.slice(0, maxFrames).map(({ piece, ...place }) => {
    const [own, other] = once[piece]!;
    return {
      datasetId: own.datasetId,
      datasetName: managed.get(own.datasetId)!.name,
      login: own.content.assigneeLogin,
      other: other.content.assigneeLogin,
      ...(own.setName !== "" && { set: own.setName }),
      ...(other.setName !== "" && { otherSet: other.setName }),
      ...place,
    };
  });
  return { frames: shown, framesLeftOut: framesLeftOut + frames.length - shown.length };
}
