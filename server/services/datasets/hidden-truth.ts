/**
 * Hidden ground truth: accepted tasks on a clone of the dataset. Handed-in work is scored on the frames of these tasks.
 * Nothing about it is stored with the dataset that they annotate, so none of its answers can tell these frames from
 * others; a person who may read the clone is not scored.
 */
import type { TaskAgreement } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { TaskRecord } from "../../ports/task.repository.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationService } from "../annotations/annotation.service.ts";
import type { AnnotationWork } from "../annotations/annotation-work/annotation-work.ts";
import { camerasOf } from "../tree/dataset-folder.ts";
import { clonesOf } from "./clone.service.ts";
import { handedIn, loadSide } from "./task-sides.ts";

type Ranges = TaskRecord["content"]["ranges"];

/** Comparisons in one answer. */
const maxPieces = 200;

interface Deps {
  readonly access: AccessService;
  readonly annotations: AnnotationService;
  readonly work: AnnotationWork;
}

interface Piece {
  readonly own: TaskRecord;
  readonly folder: FolderRecord;
  readonly truth: TaskRecord;
  readonly truthFolder: FolderRecord;
  readonly ranges: Ranges;
}

/**
 * @param managed the datasets that the caller administrates
 * @param tasks all tasks on them
 */
export async function hiddenScores(
  ports: Ports,
  deps: Deps,
  actor: Actor,
  managed: ReadonlyMap<string, FolderRecord>,
  tasks: readonly TaskRecord[],
): Promise<TaskAgreement["hidden"]> {
  const { pieces, readableCount } = await findPieces(ports, deps, actor, managed, tasks);
  const shown = pieces.slice(0, maxPieces);
  const session = deps.work.openAgreement();
  const rows: TaskAgreement["hidden"]["rows"] = [];
  try {
    for (const { own, folder, truth, truthFolder, ranges } of shown) {
      const name = `${own.id} ${truth.id}`;
      const sides = [
        { folder, task: own, name: `own ${name}`, revision: handedIn(own)!, ranges },
        { folder: truthFolder, task: truth, name: `truth ${name}`, revision: acceptedIn(truth), ranges },
      ];
      for (const side of sides) await loadSide(deps.annotations, session, side);
    }
    const byPerson = [...Map.groupBy(shown, ({ own }) => own.content.assigneeLogin)];
    for (const [login, some] of byPerson.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const names = some.map(({ own, truth }) => `${own.id} ${truth.id}`);
      const { numbers } = await session.measure(names.map((name) => [`own ${name}`, `truth ${name}`] as const));
      for (const { type, boxes, otherBoxes: truthBoxes, f1, meanIou, hota, idf1 } of numbers) {
        rows.push({
          login,
          pieces: some.length,
          boxes,
          truthBoxes,
          f1,
          meanIou,
          hota,
          idf1,
          ...(type !== undefined && { type }),
        });
      }
    }
  } finally {
    await session.close();
  }
  return { rows, seen: readableCount, leftOut: pieces.length - shown.length };
}

async function findPieces(
  { database }: Ports,
  { access }: Deps,
  actor: Actor,
  managed: ReadonlyMap<string, FolderRecord>,
  tasks: readonly TaskRecord[],
): Promise<{ pieces: Piece[]; readableCount: number }> {
  const pieces: Piece[] = [];
  let readableCount = 0;
  for (const [datasetId, all] of Map.groupBy(tasks, (task) => task.datasetId)) {
    const folder = managed.get(datasetId)!;
    const done = all.filter((task) => handedIn(task) !== undefined);
    if (done.length === 0 || camerasOf(datasetOf(folder)) !== undefined) continue;
    const clones = await database.folders.findMany([...(await clonesOf(database, folder)).keys()]);
    const views = (await access.withLevels(actor, "folder", clones)).filter(({ level }) => level >= AccessLevel.admin);
    const truths = new Map(views.map(({ record }) => [record.id, record]));
    const accepted = await database.tasks.list({ datasetIds: [...truths.keys()], all: true });
    const people = new Map(
      (await database.users.findMany([...new Set(done.map(({ assigneeId }) => assigneeId))])).map((user) => [
        user.id,
        user,
      ]),
    );
    for (const truth of accepted.filter(({ state }) => state === "accepted")) {
      const truthFolder = truths.get(truth.datasetId)!;
      for (const own of done) {
        const ranges = rangesInBoth(own.content.ranges, truth.content.ranges);
        const user = people.get(own.assigneeId);
        if (ranges === undefined || user === undefined) continue;
        const [view] = await access.withLevels({ user }, "folder", [truthFolder]);
        if ((view?.level ?? AccessLevel.none) >= AccessLevel.read) readableCount++;
        else pieces.push({ own, folder, truth, truthFolder, ranges });
      }
    }
  }
  return { pieces, readableCount };
}

const acceptedIn = ({ content }: TaskRecord): number =>
  content.history.findLast((step) => step.state === "accepted")?.revision ?? 0;

/** Empty: all frames; `undefined`: none. */
function rangesInBoth(a: Ranges, b: Ranges): Ranges | undefined {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const both = a.flatMap(([first = 0, last = 0]) =>
    b.flatMap(([other = 0, end = 0]) => {
      const [from, to] = [Math.max(first, other), Math.min(last, end)];
      return from <= to ? [[from, to] as const] : [];
    }),
  );
  return both.length === 0 ? undefined : both;
}
