/** Texts about a task, and its address in the viewer. */
import type { Task } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { formatDay } from "../../ui/text/format.ts";

export const stateText = ({ state }: Pick<Task, "state">): string => t(`tasks.state.${state}`);

export const stateColors = {
  toDo: "gray",
  inWork: "blue",
  inReview: "grape",
  accepted: "teal",
  sentBack: "orange",
} as const satisfies Record<Task["state"], string>;

/** `frames 0–99, 200–249`. */
export function framesText({ ranges }: Pick<Task, "ranges">): string {
  if (ranges.length === 0) return t("tasks.allFrames");
  return t("tasks.frames", { frames: ranges.map(([first, last]) => `${first}–${last}`).join(", ") });
}

/** Opens the task at its first frame. */
export function taskAddress({ _id, datasetId, set, ranges }: Task): string {
  const place = set === undefined ? "" : `/set/${encodeURIComponent(set)}`;
  const first = ranges[0]?.[0];
  return `/viewer/${datasetId}${place}?task=${_id}${first === undefined ? "" : `&frame=${first}`}`;
}

export function isOverdue({ due, state }: Pick<Task, "due" | "state">, now = new Date()): boolean {
  if (due === undefined || state === "accepted") return false;
  const two = (number: number) => String(number).padStart(2, "0");
  return due < `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The due day, in the user's time zone. */
export const dueText = (due: string): string => formatDay(`${due}T00:00`);
