/** Rates how well the members of a JSON object fit each format, to name what else a file may be. */
import { formatTable } from "../format-table.ts";
import type { Candidate, FileKind } from "./recognized.ts";

interface JsonForm {
  readonly kind: FileKind;
  readonly title: string;
  /** Members that each such file has. */
  readonly members: readonly string[];
}

const own = (kind: keyof typeof formatTable, ...members: readonly string[]): JsonForm => ({
  kind,
  title: formatTable[kind].title,
  members,
});

const forms: readonly JsonForm[] = [
  own("dive-json", "tracks"),
  own("coco", "images", "annotations", "categories"),
  own("kwcoco", "images", "annotations", "categories", "videos"),
  own("labelme", "shapes", "imagePath"),
  own("label-studio", "data", "annotations"),
  { kind: "datumaro", title: "project of Datumaro", members: ["items", "categories"] },
  { kind: "coco", title: "file of V7 Darwin", members: ["item", "annotations"] },
  { kind: "coco", title: "project of VoTT", members: ["asset", "regions"] },
  { kind: "coco", title: "annotation file of Supervisely", members: ["objects", "size"] },
  { kind: "coco", title: "result of MegaDetector", members: ["images", "detection_categories"] },
];

/** A worse fit says nothing. */
const minFit = 0.5;

/**
 * The best form but the winner.
 * @param has whether the object has a member of this name
 */
export function nextBest(
  winner: Pick<Candidate, "kind" | "title">,
  has: (member: string) => boolean,
): Candidate | undefined {
  const rated = forms.flatMap(({ kind, title, members }): readonly Candidate[] => {
    const present = members.filter(has);
    const fit = Math.round((100 * present.length) / members.length) / 100;
    // Files read as COCO have the kind, but not the title.
    if (title === winner.title || (kind === winner.kind && kind !== "coco") || fit < minFit) return [];
    const missing = members.filter((member) => !has(member));
    const but = missing.length === 0 ? "" : `, but no ${listed(missing)}`;
    return [{ kind, title, fit, why: `it has ${listed(present)}${but}` }];
  });
  return rated.toSorted((a, b) => b.fit - a.fit)[0];
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
