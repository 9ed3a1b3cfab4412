/** One row of the table of measurements: the core's value, the peer it is compared with, and the goal. */

export interface Goal {
  /** Whether the bound is on the core's own value, or on peer's time / core's time. */
  readonly of: "value" | "ratio";
  readonly min?: number;
  readonly max?: number;
}

export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The program that the core was compared with; absent if the row is about the core alone. */
  readonly peer?: string;
  /** Peer's time / core's time: above 1, the core is faster. Of memory: core's / peer's. */
  readonly ratio?: number;
  /** Absent: the row is for information. */
  readonly goal?: Goal;
}

/** Undefined when there is no goal. */
export function isMet({ value, ratio, goal }: Row): boolean | undefined {
  if (goal === undefined) return undefined;
  const measured = goal.of === "value" ? value : (ratio ?? NaN);
  return measured >= (goal.min ?? -Infinity) && measured <= (goal.max ?? Infinity);
}

export const header = ["what", "core", "peer", "ratio", "goal", ""] as const;

export function cellsOf(row: Row): readonly string[] {
  const { name, value, unit, peer, ratio } = row;
  const met = isMet(row);
  return [
    name,
    `${digits(value)} ${unit}`,
    peer ?? "",
    ratio === undefined ? "" : `${ratio.toFixed(2)}x`,
    goalText(row),
    met === undefined ? "" : met ? "ok" : "MISSED",
  ];
}

function goalText({ goal, unit }: Row): string {
  if (goal === undefined) return "";
  const bound = goal.min === undefined ? `<= ${short(goal.max)}` : `>= ${short(goal.min)}`;
  return goal.of === "value" ? `${bound} ${unit}` : `${bound}x`;
}

function short(bound = NaN): string {
  return String(Math.round(bound * 100) / 100);
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
