/** Fixes for DIVE JSON and COCO. A character is a byte: everything unchanged stays identical, byte by byte. */

import { misnamedMembers } from "#core/formats/recognize/member-names";
import type { FileKind } from "#core/formats/recognize/recognized";
import { applyEdits, type Edit } from "./edits.ts";
import { type JsonNode, memberNode, numberAt, readJsonTree } from "./json-tree.ts";

interface Track {
  readonly node: JsonNode;
  readonly features: readonly JsonNode[];
}

/** Corrects the case, underscores, hyphens and blanks in member names. */
export function renameMembers(text: string, kind: FileKind): string {
  const found = misnamedMembers(Buffer.from(text, "latin1"), kind).filter(({ isSpelling }) => isSpelling);
  // Two members that would get the same name are not changed.
  const ofObject = Map.groupBy(found, ({ object, meant }) => `${object} ${meant}`);
  const edits = [...ofObject.values()].flatMap(([member, ...others]): readonly Edit[] => {
    if (member === undefined || others.length > 0) return [];
    const { name, meant, offset } = member;
    const quoted = Buffer.from(JSON.stringify(name)).toString("latin1");
    const start = text.lastIndexOf(quoted, offset - quoted.length);
    // Otherwise the name is written with escapes.
    const isKey = start >= 0 && /^\s*:\s*$/.test(text.slice(start + quoted.length, offset));
    return isKey ? [{ start, end: start + quoted.length, text: JSON.stringify(meant) }] : [];
  });
  return applyEdits(text, edits);
}

/** Changes the key of a track to its id, which takes precedence, unless another track has that key. */
export function nameByIds(text: string): string {
  const tracks = tracksOf(text);
  if (tracks?.kind !== "object") return text;
  const keys = Map.groupBy(tracks.members, ({ name }) => name);
  const ids = Map.groupBy(tracks.members, ({ value }) => String(numberAt(text, memberNode(value, "id"))));
  const edits = tracks.members.flatMap(({ name, nameStart, nameEnd, value }): readonly Edit[] => {
    const id = numberAt(text, memberNode(value, "id"));
    if (id === undefined || !Number.isSafeInteger(id) || String(id) === name) return [];
    if (keys.has(String(id)) || ids.get(String(id))?.length !== 1) return [];
    return [{ start: nameStart, end: nameEnd, text: `"${id}"` }];
  });
  return applyEdits(text, edits);
}

/** Changes begin and end of a track to those of its detections, which take precedence. */
export function correctRanges(text: string): string {
  const edits = listTracks(text).flatMap(({ node, features }): readonly Edit[] => {
    const frames = framesOf(text, features);
    if (frames === undefined || frames.length === 0) return [];
    const [first, last] = [frames.reduce((a, b) => Math.min(a, b)), frames.reduce((a, b) => Math.max(a, b))];
    return [...replaceNumber(text, node, "begin", first), ...replaceNumber(text, node, "end", last)];
  });
  return applyEdits(text, edits);
}

/** Sorts detections by frame; those on the same frame keep their order. */
export function sortDetections(text: string): string {
  const edits = listTracks(text).flatMap(({ features }): readonly Edit[] => {
    const frames = framesOf(text, features);
    if (frames === undefined) return [];
    const order = features.map((_, index) => index).toSorted((a, b) => (frames[a] ?? 0) - (frames[b] ?? 0));
    return features.flatMap(({ start, end }, index): readonly Edit[] => {
      const moved = features[order[index] ?? index];
      return moved === undefined || order[index] === index
        ? []
        : [{ start, end, text: text.slice(moved.start, moved.end) }];
    });
  });
  return applyEdits(text, edits);
}

/** Keeps the first of several identical detections on one frame. */
export function dropRepeated(text: string): string {
  const edits = listTracks(text).flatMap(({ features }): readonly Edit[] => {
    const frames = framesOf(text, features);
    if (frames === undefined) return [];
    const seen = new Set<string>();
    return features.flatMap(({ start, end }, index): readonly Edit[] => {
      const own = text.slice(start, end);
      const before = features[index - 1];
      const isRepeated = seen.has(own) && before !== undefined;
      seen.add(own);
      return isRepeated ? [{ start: before.end, end, text: "" }] : [];
    });
  });
  return applyEdits(text, edits);
}

/** Swaps opposite sides of boxes so that the smaller one comes first. */
export function turnBoxes(text: string): string {
  const edits = listTracks(text).flatMap(({ features }) =>
    features.flatMap((feature) => {
      const { items = [] } = memberNode(feature, "bounds") ?? {};
      const values = items.map((item) => numberAt(text, item));
      if (items.length !== 4 || values.includes(undefined)) return [];
      return [0, 1].flatMap((side): readonly Edit[] => {
        const [low, high] = [items[side], items[side + 2]];
        const isRotated = (values[side] ?? 0) > (values[side + 2] ?? 0);
        if (!isRotated || low === undefined || high === undefined) return [];
        return [
          { start: low.start, end: low.end, text: text.slice(high.start, high.end) },
          { start: high.start, end: high.end, text: text.slice(low.start, low.end) },
        ];
      });
    }),
  );
  return applyEdits(text, edits);
}

/** Version 1 is the map of tracks itself. */
function tracksOf(text: string): JsonNode | undefined {
  const document = readJsonTree(text);
  return memberNode(document, "tracks") ?? document;
}

function listTracks(text: string): readonly Track[] {
  const tracks = tracksOf(text);
  const nodes = [...(tracks?.members.map(({ value }) => value) ?? []), ...(tracks?.items ?? [])];
  return nodes.map((node) => ({ node, features: memberNode(node, "features")?.items ?? [] }));
}

/** `undefined` when one of them has no valid frame. */
function framesOf(text: string, features: readonly JsonNode[]): readonly number[] | undefined {
  const frames = features.map((feature) => numberAt(text, memberNode(feature, "frame")));
  return frames.every((frame): frame is number => Number.isSafeInteger(frame)) ? frames : undefined;
}

function replaceNumber(text: string, node: JsonNode, name: string, value: number): readonly Edit[] {
  const member = memberNode(node, name);
  const own = numberAt(text, member);
  if (member === undefined || own === undefined || own === value) return [];
  return [{ start: member.start, end: member.end, text: String(value) }];
}
