/**
 * Exports a trained pipeline as an addon (docs/pipelines/addons.md): another site can install it unchanged and run it
 * as this one does.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline as pipeStreams } from "node:stream/promises";

import type { ZipEntry } from "../../../core-wasm/zip/write.ts";
import { zipStream } from "../../base/zip-stream.ts";
import { pipeFileOf } from "../../domain/pipeline.ts";
import type { ExportedModel, ExportRun } from "../../ports/training-engine.ts";
import { modelFile, pipeFile, readModel } from "./learning/read-model.ts";
import { modelKind } from "#vision/learning/model";

/** @throws PipelineError if it is not a model */
export async function exportAsAddon({ model, name, folder, signal, log }: ExportRun): Promise<ExportedModel> {
  const { types } = await readModel(model);
  const pipe = pipeFileOf("detector", name);
  const description = `Finds ${types.map(({ type }) => type).join(", ")}. Trained as ${name}.`;
  const manifest = JSON.stringify({ engine: modelKind, pipelines: { [pipe]: { description } } }, undefined, 2);
  // A constant time: a model has the same checksum whenever it is exported.
  const entry = (path: string, open: ZipEntry["open"]): ZipEntry => ({ name: path, modifiedMs: 0, open });
  const file = (path: string) => () => createReadStream(join(model, path)) as AsyncIterable<Uint8Array>;
  const entries = [
    entry("runner.json", async function* () {
      yield Buffer.from(`${manifest}\n`);
    }),
    entry(pipe, file(pipeFile)),
    entry(modelFile, file(modelFile)),
  ];
  const path = join(folder, "addon.zip");
  const hash = createHash("sha256");
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const part of zipStream(entries)) {
      hash.update(part);
      yield part;
    }
  };
  await pipeStreams(hashed, createWriteStream(path), { signal });
  log(`Its checksum for addons.json is ${hash.digest("hex")}.`);
  return { path, name: `${name}.zip` };
}
