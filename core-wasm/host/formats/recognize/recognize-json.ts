/**
 * Recognizes a JSON file by the keys of its outermost object (api/v1 section 21.1). A map of `tracks` is checked first;
 * a list of tracks may also be the table of names written by KWCOCO programs.
 */
import { looksLikeConfiguration } from "../dive-config/dive-configuration.ts";
import { foreignText } from "./foreign-format.ts";
import { foreignLists, foreignObjects, foreignTracks } from "./foreign-json.ts";
import { judgmentOf, translatedText, type RecognizedFile } from "./recognized.ts";
import { proposeColumns } from "./column-mapping.ts";
import { mappingText } from "./recognize-table.ts";
import { readTable } from "../text/table-text.ts";
import { tableOfJson } from "../text/json-table.ts";
import { nextBest } from "./json-fits.ts";
import { nearestName } from "./member-names.ts";
import { type OuterMember, outerMembers } from "./recognize-json-keys.ts";

/** @param head the first bytes, UTF-8; if `isMore`, the rest is unknown. */
export function recognizeJson(head: Uint8Array, isMore = false): RecognizedFile {
  const { isList, members, isWhole } = outerMembers(head);
  if (isList) {
    const { members: first } = outerMembers(head.subarray(Math.max(0, head.indexOf(openBrace))));
    if (looksLikeTask(first)) return labelStudio;
    const foreign = foreignIn(foreignLists, first);
    if (foreign !== undefined) return foreign;
    const table = boxList(head);
    if (table !== undefined) return table;
    return { kind: "json-list", message: listText(head, [...first.keys()]) };
  }
  return withAlternative(objectFile(head, { members, isWhole, isMore }), members);
}

/** Begins as servers of api/v1 refuse such files. */
function listText(head: Uint8Array, members: readonly string[]): string {
  const refused = "No array-type json objects are supported";
  const text = new TextDecoder().decode(head.subarray(0, listBytes));
  if (/^[\s\ufeff]*\[\s*\]\s*$/.test(text)) return `${refused}, and this list is empty: there is nothing to import.`;
  const named = members.slice(0, 5).map((member) => `"${member}"`);
  const entries = named.length === 0 ? "" : ` Its first entry has the members ${named.join(", ")}.`;
  return `${refused}: annotations are an object with tracks (DIVE), or with images, annotations and categories (COCO).${entries} Put the list into such an object, or into a CSV with one box per row.`;
}

/** JSON that is a single value. */
export function recognizeJsonValue(text: string): RecognizedFile | undefined {
  const trimmed = text.trim();
  const isTwice = /^"\s*[{[]\s*\\?"/.test(trimmed);
  if (!isTwice && !/^(null|true|false)$/.test(trimmed)) return undefined;
  const what = isTwice ? "a text that contains JSON" : trimmed;
  const advice = isTwice ? "It was encoded twice: write the object itself." : "There is nothing to import.";
  return { kind: "unknown", message: `This is JSON, but only ${what} instead of an object. ${advice}` };
}

/** How much of a list is read to see what it holds. */
const listBytes = 64 * 1024;

/** A list of flat objects whose members make boxes on pictures. */
function boxList(head: Uint8Array): RecognizedFile | undefined {
  const text = tableOfJson(new TextDecoder().decode(head.subarray(0, listBytes)), head.length > listBytes);
  const columns = text === undefined ? undefined : proposeColumns(readTable(text).rows);
  if (columns === undefined) return undefined;
  const title = "a list of boxes in JSON";
  return {
    kind: "table",
    message: mappingText(title, columns),
    columns,
    judgment: { winner: { kind: "table", title, fit: 0.9, why: "its objects have members that make boxes" } },
  };
}

interface InspectedMembers {
  readonly members: ReadonlyMap<string, OuterMember>;
  readonly isWhole: boolean;
  readonly isMore: boolean;
}

function objectFile(head: Uint8Array, { members, isWhole, isMore }: InspectedMembers): RecognizedFile {
  const has = (key: string): boolean => members.has(key);
  const coco = ["images", "annotations", "categories"];
  const cocoKeys = coco.filter(has);
  // Types may stand in the annotations instead of a list of categories.
  const isTyped = cocoKeys.length === 2 && !has("categories") && hasTypes(members.get("annotations")?.text ?? "");
  const isCoco = cocoKeys.length === 3 || isTyped || (cocoKeys.length > 0 && !isWhole);
  const tracks = members.get("tracks")?.text;
  const other = tracks === undefined ? undefined : foreignIn(foreignTracks, members);
  if (other !== undefined) return other;
  if (tracks !== undefined && !(isCoco && isListOfNames(tracks))) {
    if (cocoKeys.length === 3 && tracks.startsWith("{")) return diveAndCoco;
    return { kind: "dive-json", message: "Annotations in DIVE JSON." };
  }
  if (looksLikeLabelme(has, isWhole))
    return { kind: "labelme", message: "Annotations in LabelMe, a JSON file a picture." };
  if (isWholeTask(members)) return labelStudio;
  const foreign = foreignIn(foreignObjects, members);
  if (foreign !== undefined) return foreign;
  if (isCoco) return cocoFile(members);
  if (has("cameras") && has("defaultDisplay")) {
    return { kind: "multi-camera", message: "This names the cameras of a dataset and holds no annotations." };
  }
  if (has("R") && has("T") && (has("fx_left") || has("cameraMatrixL"))) {
    return {
      kind: "calibration",
      message: "This is the calibration of a pair of cameras and holds no annotations: attach it to a stereo dataset.",
    };
  }
  if (looksLikeConfiguration(valuesOf(members))) {
    return {
      kind: "dive-config",
      message: "This is the configuration of a dataset (styles, filters, attributes) and holds no annotations.",
    };
  }
  if (looksLikeTrackMap(members)) return { kind: "dive-json", message: "Annotations in DIVE JSON, version 1." };
  // Broken, or cut off too early: its reader reports where.
  if (!isWhole && (members.size === 0 || (!isMore && cocoKeys.length === 0))) return brokenJson;
  if (!isMore && /^\s*\{[^\n]*\}\s*\n\s*\{/.test(new TextDecoder().decode(head.subarray(0, lineBytes)))) {
    return boxList(head) ?? { kind: "unknown", message: jsonLines };
  }
  return { kind: "unknown", message: unknownKeys([...members.keys()], cocoKeys, coco) };
}

/** With what else the file may be, and why. */
function withAlternative(found: RecognizedFile, members: ReadonlyMap<string, OuterMember>): RecognizedFile {
  const judgment = judgmentOf(found);
  if (judgment === undefined || judgment.runnerUp !== undefined) return found;
  const runnerUp = nextBest(judgment.winner, (member) => members.has(member));
  return { ...found, judgment: { ...judgment, ...(runnerUp !== undefined && { runnerUp }) } };
}

const openBrace = 0x7b;
const hasTypes = (annotations: string): boolean => /"(category_name|class_name)"\s*:\s*"/.test(annotations);
/** The most bytes that two lines of JSON may have. */
const lineBytes = 256 * 1024;

const jsonLines =
  "This is a JSON object a line (JSON lines), of a form that is not read here. Export COCO or DIVE JSON, which are one object, and import that.";

const brokenJson: RecognizedFile = {
  kind: "dive-json",
  message: "This is JSON that cannot be read.",
  judgment: {
    winner: { kind: "dive-json", title: "DIVE JSON", fit: 0.3, why: "it is JSON, which breaks before it says more" },
  },
};

const diveAndCoco: RecognizedFile = {
  kind: "ambiguous",
  message:
    "This may be DIVE JSON (`--from dive-json` on the command line): it has a map of tracks; " +
    "or COCO (`--from coco`): it has images, annotations and categories. Say which it is.",
  judgment: {
    winner: { kind: "dive-json", title: "DIVE JSON", fit: 1, why: "it has a map of tracks" },
    runnerUp: { kind: "coco", title: "COCO", fit: 1, why: "it has images, annotations and categories" },
  },
};

function foreignIn(
  formats: typeof foreignObjects,
  members: ReadonlyMap<string, OuterMember>,
): RecognizedFile | undefined {
  const has = (...keys: readonly string[]): boolean => keys.every((key) => members.has(key));
  const [first] = members.values();
  const format = formats.find(({ matches }) => matches(has, (key) => members.get(key)?.text ?? "", first?.text ?? ""));
  if (format?.translated !== undefined) {
    const { what, translated, kind = "coco" } = format;
    return {
      kind,
      translated,
      message: translatedText(what),
      judgment: {
        winner: {
          kind,
          title: what.replace(/^an? /, ""),
          fit: 1,
          why: "it has the members that such files have",
        },
      },
    };
  }
  return format && { kind: "foreign", message: foreignText(format) };
}

/** Whether this is the beginning of a list without any track that has detections. */
function isListOfNames(tracks: string): boolean {
  return tracks.startsWith("[") && !/"(features|confidencePairs|begin)"\s*:/.test(tracks);
}

function cocoFile(members: ReadonlyMap<string, OuterMember>): RecognizedFile {
  const isKwcoco = members.has("videos") || members.get("info")?.text.includes("dive_extensions") === true;
  return isKwcoco
    ? { kind: "kwcoco", message: "Annotations in KWCOCO." }
    : { kind: "coco", message: "Annotations in COCO." };
}

function valuesOf(members: ReadonlyMap<string, OuterMember>): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...members].map(([key, { value }]) => [key, value]));
}

/** `imagePath` comes after the shapes, where a file may be broken or cut off. */
function looksLikeLabelme(has: (key: string) => boolean, isWhole: boolean): boolean {
  const isSure = has("imagePath") || has("imageHeight") || has("version");
  return has("shapes") && (isSure || (!isWhole && has("flags")));
}

const labelStudio: RecognizedFile = { kind: "label-studio", message: "Annotations in Label Studio." };

const isWholeTask = (members: ReadonlyMap<string, OuterMember>): boolean =>
  members.has("data") && ["annotations", "completions", "predictions"].some((name) => members.has(name));

/** Also recognizes JSON-MIN, whose regions are members of the task. */
function looksLikeTask(members: ReadonlyMap<string, OuterMember>): boolean {
  if (isWholeTask(members)) return true;
  if (members.has("data")) return false;
  const isMin = members.has("lead_time") && (members.has("annotator") || members.has("annotation_id"));
  const regions = /"original_width"|"(rectangle|polygon|brush|keypoint|ellipse)labels"/;
  return isMin || ["label", "bbox", "kp", "tag", "box"].some((key) => regions.test(members.get(key)?.text ?? ""));
}

/** The first version of the format is just a map of tracks. */
function looksLikeTrackMap(members: ReadonlyMap<string, OuterMember>): boolean {
  const [first] = members.values();
  return (
    first !== undefined && /^\{\s*"/.test(first.text) && /"(trackId|features|confidencePairs)"\s*:/.test(first.text)
  );
}

function unknownKeys(keys: readonly string[], cocoKeys: readonly string[], coco: readonly string[]): string {
  if (keys.length === 0) return "This JSON object is empty.";
  if (cocoKeys.length > 0) {
    const missing = coco.filter((key) => !cocoKeys.includes(key)).join(" and ");
    const likely = likelyNames(
      keys,
      coco.filter((key) => !cocoKeys.includes(key)),
    );
    return `This JSON has ${cocoKeys.join(" and ")}, as COCO has, but no ${missing}: COCO needs all three.${likely}`;
  }
  const shown = keys
    .slice(0, 5)
    .map((key) => `"${key}"`)
    .join(", ");
  return `This JSON (${shown}${keys.length > 5 ? ", …" : ""}) is neither annotations nor a configuration of a dataset.${likelyNames(keys, ["tracks", ...coco])}`;
}

/** Members whose names are similar to the missing ones. */
function likelyNames(keys: readonly string[], missing: readonly string[]): string {
  const pairs = keys.flatMap((key) => {
    const meant = nearestName(key, missing);
    return meant === undefined ? [] : [` Did you mean \`${meant}\` by \`${key}\`?`];
  });
  return pairs.join("");
}
