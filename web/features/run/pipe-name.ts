/** Display names of pipelines and their categories. */
import type { Pipe } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";

const namedCategories = [
  ...(["detector", "tracker", "generate", "utility", "filter", "transcode", "measurement", "trained"] as const),
  ...(["2-cam", "3-cam"] as const),
];

/** A category without a text in this version is shown under the server's name. */
export function categoryText(name: string): string {
  const known = namedCategories.find((one) => one === name);
  return known === undefined ? name : t(`run.category.${known}`);
}

/** For use outside of the menu, where no heading distinguishes a detector from a tracker of the same name. */
export const fullName = ({ name, type }: Pick<Pipe, "name" | "type">): string =>
  type === "trained" ? name : `${name} (${categoryText(type)})`;
