/**
 * Converts with ffmpeg compiled to WebAssembly, in a worker that ends with the conversion. The program is a separate
 * work, served unmodified by this server.
 */
import coreURL from "@ffmpeg/core?url";
import wasmURL from "@ffmpeg/core/wasm?url";
import { FFFSType, FFmpeg } from "@ffmpeg/ffmpeg";

import { conversionArgs, hasSound, inputGuard, pictureStream } from "#schemas/video-conversion";
import { t } from "../../../base/texts/index.ts";
import { ConversionError, type ConversionRun } from "../../../media/conversion-run.ts";

interface Probed {
  readonly streams?: readonly Readonly<Record<string, unknown>>[];
  readonly format?: { readonly format_name?: string };
}

const folder = "/files";
const source = `${folder}/source`;
const target = "/converted.mp4";
/** Number of log lines kept to explain an error. */
const maxErrors = 20;

/** @throws ConversionError; the signal's reason */
export async function convertByFfmpeg(file: Blob, { signal, onProgress }: ConversionRun): Promise<Blob> {
  signal.throwIfAborted();
  const ffmpeg = new FFmpeg();
  // A running conversion can only be stopped by terminating the worker.
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([convert(ffmpeg, file, onProgress), stopped]);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ConversionError ? error : new ConversionError(messageOf(error), { cause: error });
  } finally {
    signal.removeEventListener("abort", stop);
    ffmpeg.terminate();
  }
}

async function convert(ffmpeg: FFmpeg, file: Blob, onProgress: ConversionRun["onProgress"]): Promise<Blob> {
  await ffmpeg.load({ coreURL: absolute(coreURL), wasmURL: absolute(wasmURL) });
  await ffmpeg.createDir(folder);
  // Mounted, not copied: a video may be larger than memory.
  await ffmpeg.mount(FFFSType.WORKERFS, { blobs: [{ name: "source", data: file }] }, folder);
  const { streams = [], format } = await probe(ffmpeg);
  const stream = pictureStream(streams);
  if (stream === undefined) throw new ConversionError(t("upload.convert.noVideo"));
  const count = Number(stream["nb_read_packets"]);
  let written = 0;
  const errors: string[] = [];
  ffmpeg.on("log", ({ message }) => {
    // oxlint-disable-next-line wakeline/no-message-match -- lines of ffmpeg's log
    const [, frames] = /^frame=\s*(\d+)/.exec(message) ?? [];
    if (frames !== undefined) {
      written = Number(frames);
      if (count > 0) onProgress(Math.min(1, written / count));
    }
    // oxlint-disable-next-line wakeline/no-message-match -- lines of ffmpeg's log
    if (/\[(error|fatal)\]/.test(message) && errors.length < maxErrors) errors.push(withoutTags(message));
  });
  const { format_name: name = "" } = format ?? {};
  const code = await ffmpeg.exec(conversionArgs(source, target, { format: name, hasAudio: hasSound(streams) }));
  const [error] = errors;
  if (code !== 0 || error !== undefined || written === 0)
    throw new ConversionError(error ?? t("upload.convert.noPictures"));
  const bytes = await ffmpeg.readFile(target);
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "video/mp4" });
}

async function probe(ffmpeg: FFmpeg): Promise<Probed> {
  const lines: string[] = [];
  const errors: string[] = [];
  const keep = ({ type, message }: { type: string; message: string }): void => {
    (type === "stdout" ? lines : errors).push(message);
  };
  ffmpeg.on("log", keep);
  await ffmpeg.ffprobe([
    "-v",
    "error",
    ...inputGuard,
    "-count_packets",
    "-show_streams",
    "-show_format",
    "-of",
    "json",
    source,
  ]);
  ffmpeg.off("log", keep);
  const refusal = errors.find((line) => line.startsWith(`${source}: `));
  if (refusal !== undefined) throw new ConversionError(withoutTags(refusal.slice(source.length + 2)));
  return JSON.parse(lines.join("\n")) as Probed;
}

/** Absolute, because the worker has another base URL. */
const absolute = (url: string): string => new URL(url, location.href).href;

const withoutTags = (line: string): string => line.replace(/^(\[[^\]]*\] )*/, "").trim();

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
