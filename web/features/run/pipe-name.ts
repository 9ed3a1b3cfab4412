/** What people read for a pipeline and for its category. */
import type { Pipe } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";

const namedCategories = [
  ...(["detector", "tracker", "generate", "utility", "filter", "transcode", "measurement", "trained"] as const),
  ...(["2-cam", "3-cam"] as const),
];

/** A category that this version has no text for is called as the server calls it. */
export function categoryText(name: string): string {
  const known = namedCategories.find((one) => one === name);
  return known === undefined ? name : t(`run.category.${known}`);
}

/** Outside the menu, where no heading distinguishes a detector from a tracker of the same name. */
export const fullName = ({ name, type }: Pick<Pipe, "name" | "type">): string =>
  type === "trained" ? name : `${name} (${categoryText(type)})`;
