/** Good files to start from: the corpus, and generated documents written in every format. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnnotationFormat } from "#core";
import { createCore } from "#core";
import { annotationFormats, writeAnnotationFile } from "#core/formats/annotation-formats";
import { makeTracks, toJson } from "../bench/generate.ts";

const corpus = join(import.meta.dirname, "..", "corpus");

const imageSize = { width: 1920, height: 1080 };

/** All kinds of YOLO are read alike. */
export const formats: readonly AnnotationFormat[] = (Object.keys(annotationFormats) as AnnotationFormat[]).filter(
  (format) => !format.startsWith("yolo-"),
);
/** YOLO has a file per picture, and opening files takes time. */
const framesOf = (format: AnnotationFormat): number => (format === "yolo" ? 20 : 600);

export async function seedsOf(format: AnnotationFormat): Promise<readonly Uint8Array[]> {
  const generated: Uint8Array[] = [];
  const core = await createCore();
  for (const rich of [false, true]) {
    core.reader.readDiveJson(toJson(makeTracks(100, { rich, frames: framesOf(format) })));
    const facts = { type: "video", fps: 5, imageNames: [], datasetInfo: undefined, imageSize } as const;
    generated.push(writeAnnotationFile(core, format, facts, {}).bytes);
  }
  return [...corpusInputs(format), ...generated];
}

function corpusInputs(format: AnnotationFormat): Uint8Array[] {
  const folder = join(corpus, format);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) =>
    readdirSync(join(folder, name))
      .filter((file) => /^(input|dive|viame|coco|kwcoco|mot|kpf|cvat)\b/.test(file))
      .map((file) => readFileSync(join(folder, name, file))),
  );
}
