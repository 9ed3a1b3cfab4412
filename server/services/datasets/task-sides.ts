/** Handed-in work as sides of a comparison. */
import type { FolderRecord } from "../../ports/records.ts";
import type { TaskRecord } from "../../ports/task.repository.ts";
import type { AnnotationService } from "../annotations/annotation.service.ts";
import type { AgreementSession } from "../annotations/annotation-work/annotation-work.ts";

/** The revision in which it was handed in last; `undefined`: it was not, or is being worked on again. */
export function handedIn({ state, content }: TaskRecord): number | undefined {
  if (state !== "inReview" && state !== "accepted") return undefined;
  return content.history.findLast((step) => step.state === "inReview")?.revision ?? undefined;
}

interface Side {
  readonly folder: FolderRecord;
  readonly task: Pick<TaskRecord, "setName">;
  readonly name: string;
  readonly revision: number;
  readonly ranges: TaskRecord["content"]["ranges"];
}

export async function loadSide(
  annotations: AnnotationService,
  session: AgreementSession,
  { folder, task: { setName }, name, revision, ranges }: Side,
): Promise<void> {
  await session.beginSide();
  const everything = { revision, setName, by: "id", descending: false, limit: 0, offset: 0 } as const;
  const { pieces } = await annotations.readOf(folder, { ...everything, kind: "track" });
  for await (const piece of pieces) await session.load("track", piece);
  await session.endSide(name, ranges);
}
