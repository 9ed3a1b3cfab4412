/** The request of an import of several cameras: cameras with their sources, or with their filters. */
import type { SourceFile } from "../upload/sort-files.ts";
import type { Draft } from "./draft.ts";
import type { MediaType } from "./media-import.ts";

export interface MultiImport<F extends SourceFile = File> {
  readonly defaultDisplay: string;
  readonly sourceList: Readonly<Record<string, { readonly sourcePath: string; readonly trackFile: F | undefined }>>;
  readonly calibrationFile: F | undefined;
  readonly type: MediaType;
}

export interface KeywordImport<F extends SourceFile = File> {
  readonly defaultDisplay: string;
  readonly sourcePath: string;
  readonly globList: Readonly<Record<string, { readonly glob: string; readonly trackFile: F | undefined }>>;
  readonly calibrationFile: F | undefined;
  readonly type: "image-sequence";
}

/** The draft must have no problems. */
export function toPayload<F extends SourceFile>(draft: Draft<F>): MultiImport<F> | KeywordImport<F> {
  const { cameras, defaultDisplay, keywordSource } = draft;
  const calibrationFile = draft.subType === "stereo" ? draft.calibrationFile : undefined;
  if (draft.importType === "keyword") {
    const globs = cameras.map(({ name, media, trackFile }) => [name, { glob: media?.globPattern ?? "", trackFile }]);
    return {
      defaultDisplay,
      sourcePath: keywordSource?.sourcePath ?? "",
      globList: Object.fromEntries(globs) as KeywordImport<F>["globList"],
      calibrationFile,
      type: "image-sequence",
    };
  }
  const sources = cameras.map(({ name, media, trackFile }) => [
    name,
    { sourcePath: media?.sourcePath ?? "", trackFile },
  ]);
  return {
    defaultDisplay,
    sourceList: Object.fromEntries(sources) as MultiImport<F>["sourceList"],
    calibrationFile,
    type: cameras[0]?.media?.type ?? "image-sequence",
  };
}
