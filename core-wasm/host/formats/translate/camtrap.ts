/** Camtrap DP: observations, whose boxes are fractions of pictures that the table of media names. */
import { CoreError } from "../../types.ts";
import { readTable } from "../text/table-text.ts";
import { PixelBoxes } from "./pixel-boxes.ts";
import { attributesOf, type Known, numberOf, type SkipCounter, type TranslatedPicture } from "./translation.ts";

type Row = Readonly<Record<string, string>>;

export function translateCamtrap(
  text: unknown,
  leftOut: SkipCounter,
  { sizesOf, media }: Known,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  if (media === undefined) throw new CoreError("not-annotations", mediaMissing);
  const files = rowsOf(media);
  const observed = Map.groupBy(rowsOf(text), ({ mediaID = "" }) => mediaID);
  for (const _ of observed.get("") ?? []) leftOut.add("observation of an event, without a picture");
  const names = namesOf(files);
  const sizes = sizesOf(names);
  const boxes = new PixelBoxes(leftOut);
  const known = new Set(files.map(({ mediaID = "" }) => mediaID));
  for (const [id, rows] of observed) {
    if (id !== "" && !known.has(id))
      for (const _ of rows) leftOut.add("observation of a picture that media.csv does not name");
  }
  const pictures = files.map(({ mediaID = "" }, at) => ({
    fileName: names[at] ?? "",
    ...sizes[at],
    objects: (observed.get(mediaID) ?? []).flatMap((row) => {
      const [x, y, width, height] = [row["bboxX"], row["bboxY"], row["bboxWidth"], row["bboxHeight"]].map(numberOf);
      const { observationType: kind = "", scientificName: species = "", individualID } = row;
      if (x === undefined || y === undefined || width === undefined || height === undefined) {
        return (
          leftOut.add(kind === "blank" ? "observation that a picture is blank" : "observation without a box") ?? []
        );
      }
      const box = boxes.inPixels([x, y, width, height], sizes[at]);
      if (box === undefined) return [];
      const attributes = attributesOf({
        ...Object.fromEntries(describing.map((name) => [name, row[name]])),
        count: numberOf(row["count"]),
        individualID,
      });
      return [{ type: species || kind, box, score: numberOf(row["classificationProbability"]), attributes }];
    }),
  }));
  return boxes.requireSizes(pictures, "Camtrap DP");
}

/** Cameras count alike, so that pictures of several deployments have the same name: then their paths are needed. */
function namesOf(files: readonly Row[]): readonly string[] {
  const names = files.map(({ fileName = "", filePath = "" }) => fileName || filePath.replace(/^.*[/\\]/, ""));
  const counts = Map.groupBy(names, (name) => name);
  return names.map((name, at) => (counts.get(name)?.length === 1 ? name : files[at]?.["filePath"] || name));
}

const mediaMissing =
  "This is the table of observations of Camtrap DP, whose pictures are named in another table: import it with `media.csv` next to it, as a folder or a zip.";

/** Columns that become attributes. */
const describing = ["lifeStage", "sex", "behavior", "classifiedBy", "observationComments"];

function rowsOf(text: string): readonly Row[] {
  const [header, ...rows] = readTable(text.replace(/^\ufeff/, "")).rows;
  const names = header?.texts ?? [];
  return rows.map(({ texts }) => Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ""])));
}
