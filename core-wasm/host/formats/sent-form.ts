/**
 * The form in which an annotation file is sent to a server. Servers go by a file's name before its content, and read
 * tables, JSON and KPF; anything else, or with another name, is sent as DIVE JSON, which holds everything that the core
 * does.
 */
import type { AnnotationCore, Loss } from "../types.ts";
import type { DatasetFacts } from "./exchange/dataset-file.ts";
import type { FileKind } from "./recognize/recognized.ts";

/** Formats that a server reads from files with these extensions. */
const readByName: Readonly<Record<string, readonly FileKind[]>> = {
  csv: ["viame-csv", "mot"],
  json: ["dive-json", "coco", "kwcoco", "dive-config"],
  yml: ["kpf"],
  yaml: ["kpf"],
};

/** Whether a server reads a file of this kind and name unchanged. */
export function isSentAsIs(kind: FileKind, name: string): boolean {
  const ending = /\.([^./\\]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return readByName[ending]?.includes(kind) ?? false;
}

export interface SentForm {
  /** The file's name, ending in `.json`. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Losses of the sent form compared with the file. */
  readonly losses: readonly Loss[];
}

/** Losses on the server, for any source of the core's content. */
export function lossesOfImport(core: AnnotationCore): readonly Loss[] {
  const pieces = core.writer.writeDiveJsonPieces();
  let step = pieces.next();
  while (step.done !== true) step = pieces.next();
  return kept(step.value.losses);
}

/** Datasets have their own picture names. */
function kept(losses: readonly Loss[]): readonly Loss[] {
  return losses.filter(({ kind }) => kind !== "picture-name");
}

/** For pictures, the server's rate of one per second is not a fact that a format could lose. */
export function lossesOfExport(losses: readonly Loss[], { type }: Pick<DatasetFacts, "type">): readonly Loss[] {
  return type === "video" ? losses : losses.filter(({ kind }) => kind !== "frame-rate");
}

/** The core's content, instead of a file that is not sent unchanged. */
export function sentFormOf(core: AnnotationCore, name: string): SentForm {
  const { bytes, losses } = core.writer.writeDiveJson();
  return { name: jsonNameOf(name), bytes, losses: kept(losses) };
}

/** A server reads a configuration only under this name. */
export const configurationNameOf = (name: string): string => (/\.json$/i.test(name) ? name : jsonNameOf(name));

/** `gt.txt` becomes `gt.json`. */
export function jsonNameOf(name: string): string {
  return `${name.replace(/\.[^./\\]+$/, "")}.json`;
}
