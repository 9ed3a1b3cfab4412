/**
 * What is sent to a server of an annotation file. It goes by a file's name before it looks inside, and reads tables,
 * JSON and KPF; what is anything else, or has another name, is sent as DIVE JSON, which holds everything that the core
 * does.
 */
import type { AnnotationCore, Loss } from "../types.ts";
import type { DatasetFacts } from "./exchange/dataset-file.ts";
import type { FileKind } from "./recognise/recognised.ts";

/** What a server reads of files with these endings. */
const readByName: Readonly<Record<string, readonly FileKind[]>> = {
  csv: ["viame-csv", "mot"],
  json: ["dive-json", "coco", "kwcoco", "dive-config"],
  yml: ["kpf"],
  yaml: ["kpf"],
};

/** Whether a server reads a file of this kind and name as it is. */
export function isSentAsIs(kind: FileKind, name: string): boolean {
  const ending = /\.([^./\\]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return readByName[ending]?.includes(kind) ?? false;
}

export interface SentForm {
  /** That of the file, ending in `.json`. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What the file had and this has not. */
  readonly losses: readonly Loss[];
}

/** What a server does not keep of what the core holds, whatever the file that it was read from. */
export function lossesOfImport(core: AnnotationCore): readonly Loss[] {
  const pieces = core.writeDiveJsonPieces();
  let step = pieces.next();
  while (step.done !== true) step = pieces.next();
  return kept(step.value.losses);
}

/** Datasets have names of pictures of their own. */
function kept(losses: readonly Loss[]): readonly Loss[] {
  return losses.filter(({ kind }) => kind !== "picture-name");
}

/** Of pictures the rate that a server names, one a second, is no fact that a format could lose. */
export function lossesOfExport(losses: readonly Loss[], { type }: Pick<DatasetFacts, "type">): readonly Loss[] {
  return type === "video" ? losses : losses.filter(({ kind }) => kind !== "frame-rate");
}

/** What the core holds, in the place of a file that is not sent as it is. */
export function sentFormOf(core: AnnotationCore, name: string): SentForm {
  const { bytes, losses } = core.writeDiveJson();
  return { name: jsonNameOf(name), bytes, losses: kept(losses) };
}

/** `gt.txt` becomes `gt.json`. */
export function jsonNameOf(name: string): string {
  return `${name.replace(/\.[^./\\]+$/, "")}.json`;
}
