/** `review/*`: detections of many datasets as pictures. */
import { createHash } from "node:crypto";

import { RequestError } from "../../base/errors.ts";
import type { AnnotationServices } from "../../services/annotations/annotation-services.ts";
import type { MediaServices } from "../../services/media/media-services.ts";
import { maxAgeOf, sendBytes } from "../download.ts";
import type { RegisterRoute } from "../registry.ts";

export function registerReviewRoutes(
  register: RegisterRoute,
  services: Pick<MediaServices, "chips"> & Pick<AnnotationServices, "review">,
): void {
  const { chips, review } = services;
  register("review.entries", async ({ actor, body, signal }) => await review.list(actor, body, signal));
  register("review.tracks", async ({ actor, parameters, reply }) => {
    const { folderId, trackIds, set = "", revision } = parameters;
    const tracks = await review.tracks(actor, folderId, { ids: numbersOf("trackIds", trackIds), set, revision });
    reply.header("content-type", "application/json");
    return Buffer.from(`[${tracks.join(",")}]`);
  });
  register("review.chip", async ({ actor, parameters, request, reply }) => {
    const { folderId, frame, box, context = 0.3, side = 256 } = parameters;
    const chip = await chips.find(actor, folderId, { frame, box: numbersOf("box", box), context, side });
    // Change the number when chips are made differently.
    const etag = `"chip1-${createHash("sha256").update(chip.key).digest("base64url")}"`;
    const look = { etag, mimeType: "image/webp", maxAgeSeconds: maxAgeOf(chip.isPublic) };
    return await sendBytes(request, reply, look, () => chip.load());
  });
}

function numbersOf(name: string, values: readonly unknown[]): number[] {
  if (!values.every((value) => typeof value === "number")) {
    throw new RequestError(`Parameter ${name} must be a list of numbers.`);
  }
  return values as number[];
}
