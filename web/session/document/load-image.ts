/**
 * Takes over the memory image of a server core that has loaded a large set: nothing is parsed, and the bytes go from
 * the response straight into the page's core.
 */

import { CoreError, type AnnotationCore } from "#core/types";
import type { ApiClient } from "#schemas/client";
import type { AnnotationAddress } from "./load-annotations.ts";
import { yieldToPage } from "./yield-to-page.ts";

/** Progress is reported in steps, since parts arrive by the hundred. */
const progressStep = 0.1;
/** Bytes of a piece of the response, which may be the whole one, that are copied before checking the clock. */
const bytesPerLook = 2 ** 18;
/** Milliseconds after which the page gets its turn. Memory that is new to the machine costs ten times as much. */
const turnMs = 8;

export interface ImageAnswer {
  /** The requested revision, or the newest one; `undefined` if the answer did not come from the server. */
  readonly revision: number | undefined;
  /** `undefined` when the server has no image. */
  readonly image: ImageStream | undefined;
}

export interface ImageStream {
  /** The revision it must have: the last one that changed this set. */
  readonly revision: number;
  readonly body: ReadableStream<Uint8Array>;
}

/** @param revision `undefined`: the newest of the dataset, whichever set it was made in. Throws `ApiError` */
export async function askForImage(
  client: ApiClient,
  { datasetId, setName }: AnnotationAddress,
  revision: number | undefined,
  signal?: AbortSignal,
): Promise<ImageAnswer> {
  const query = { folderId: datasetId, revision, set: setName };
  const response = await client.fetch("annotation.image", query, signal && { signal });
  const numberOf = (header: string): number | undefined => {
    const value = response.headers.get(header);
    return value === null ? undefined : Number(value);
  };
  const body = response.status === 200 ? response.body : null;
  const ofSet = numberOf("Wakeline-Set-Revision");
  const image = body === null || ofSet === undefined ? undefined : { revision: ofSet, body };
  return { revision: numberOf("Wakeline-Revision"), image };
}

/**
 * @param onProgress receives the loaded share, 0..1
 * @returns whether the core now holds it; if not, discard the core and load pages instead
 */
export async function takeImage(
  core: AnnotationCore,
  { body, revision }: ImageStream,
  { datasetId, setName }: AnnotationAddress,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<boolean> {
  const reader = body.getReader();
  try {
    const reading = core.reader.readImage();
    let isKnown = false;
    let began = performance.now();
    for (let reported = 0, part = await reader.read(); !part.done; part = await reader.read()) {
      for (let at = 0; at < part.value.length; at += bytesPerLook) {
        reading.push(part.value.subarray(at, at + bytesPerLook));
        if (performance.now() - began < turnMs) continue;
        await yieldToPage();
        began = performance.now();
      }
      const { share } = reading;
      if (share - reported >= progressStep) onProgress((reported = share));
      if (isKnown || reading.note === undefined) continue;
      isKnown = true;
      const of = JSON.parse(reading.note) as Record<"datasetId" | "setName" | "revision", unknown>;
      if (of.datasetId !== datasetId || of.setName !== (setName ?? "") || of.revision !== revision)
        throw new CoreError("image-refused", "The image of the annotations is another dataset's or revision's.");
    }
    reading.end();
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    console.info("Annotations are read page by page:", error);
    return false;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
