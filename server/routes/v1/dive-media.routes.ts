/** `dive_dataset/{id}/media` and the routes below it, and thumbnails. */
import type { DatasetMedia, MediaFile } from "#schemas";

import { mediaTypeOfFile } from "../../domain/file-kinds.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import { largeImageUrl, mediaUrl } from "../../domain/media-urls.ts";
import type { ItemRecord } from "../../ports/records.ts";
import type { MediaServices } from "../../services/media/media-services.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import { maxAgeOf, sendBytes, sendFile } from "../download.ts";
import type { RegisterRoute } from "../registry.ts";

export function registerMediaRoutes(
  register: RegisterRoute,
  {
    files,
    media,
    mediaAddresses,
    thumbnails,
  }: Pick<TreeServices, "files"> & Pick<MediaServices, "media" | "mediaAddresses" | "thumbnails">,
): void {
  register("dataset.media", async ({ actor, parameters }) => {
    const { dataset, media: found } = await media.list(actor, parameters.id);
    const isLarge = found.type === "large-image";
    const entry = (item: ItemRecord): MediaFile => ({
      id: item.id,
      filename: item.name,
      url: isLarge ? largeImageUrl(item.id) : mediaUrl(dataset.id, item.id),
    });
    const sizes = parameters.sizes ? await media.sizesOf(found.images) : [];
    const reply: DatasetMedia = { imageData: found.images.map((item, frame) => ({ ...entry(item), ...sizes[frame] })) };
    const video = (item: ItemRecord): MediaFile => ({ ...entry(item), ...sizeOf(item) });
    if (found.video !== undefined) reply.video = video(found.video);
    if (found.sourceVideo !== undefined) reply.sourceVideo = video(found.sourceVideo);
    return { ...reply, ...(mediaAddresses.someAreDirect && !isLarge && { direct: true }) };
  });

  register("dataset.mediaAddress", async ({ actor, parameters, request, reply }) => {
    const { id, mediaId, failed } = parameters;
    const { address, isNewFailure } = await mediaAddresses.find(actor, id, mediaId, failed);
    if (isNewFailure) request.log.warn({ reason: failed }, "a browser could not read a storage directly");
    reply.header("Cache-Control", "no-store");
    return address ?? { url: null, seconds: 0, etag: null };
  });

  register("dataset.mediaBytes", async ({ actor, parameters, request, reply }) => {
    const { file, isPublic } = await media.file(actor, parameters.id, parameters.mediaId);
    // The type declared by the uploader is ignored: the name decides.
    const mimeType = mediaTypeOfFile(file.name);
    const options = { disposition: "inline", mimeType, maxAgeSeconds: maxAgeOf(isPublic) } as const;
    return await sendFile(request, reply, file, await files.open(file), options);
  });

  register("dataset.thumbnail", async ({ actor, parameters, request, reply }) => {
    const { hash, isPublic, mimeType, load } = await thumbnails.find(actor, parameters.id, parameters.part);
    // Change the number when thumbnails are made differently.
    const etag = `"thumbnail1-${hash}"`;
    return await sendBytes(request, reply, { etag, mimeType, maxAgeSeconds: maxAgeOf(isPublic) }, load);
  });
}

function sizeOf(item: ItemRecord): Pick<MediaFile, "width" | "height"> {
  const { width, height } = itemFactsOf(item);
  return width === undefined || height === undefined ? {} : { width, height };
}
