/** `dive_dataset/*`: datasets, their media and configuration. */
import type { Dataset, DatasetMedia, FolderMeta, MediaFile } from "#schemas";

import { defined } from "../../base/defined.ts";
import { RequestError } from "../../base/errors.ts";
import { mapYielding } from "../../base/turns.ts";
import { wireDate } from "../../base/wire-date.ts";
import { mediaTypeOfFile } from "../../domain/file-kinds.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import { largeImageUrl, mediaUrl } from "../../domain/media-urls.ts";
import { validateFiles } from "../../domain/validate-files.ts";
import type { FolderSort } from "../../ports/folder.repository.ts";
import type { ItemRecord } from "../../ports/records.ts";
import type { DatasetServices } from "../../services/datasets/dataset-services.ts";
import type { MediaServices } from "../../services/media/media-services.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import { maxAgeOf, sendBytes, sendFile, sendZip } from "../download.ts";
import { type RegisterRoute, sendPaged } from "../registry.ts";
import { readPage, readSort } from "./paging.ts";
import { readTexts } from "./text-list.ts";
import { wireFolder } from "./wire.ts";

const sortFields: readonly FolderSort[] = ["name", "lowerName", "created", "updated", "size"];

/** Pictures are viewed repeatedly during annotation, and hardly ever replaced. */

export function registerDatasetRoutes(
  register: RegisterRoute,
  {
    attachments,
    clones,
    datasets,
    datasetArchives,
    datasetSearch,
    files,
    media,
    mediaAddresses,
    multiCams,
    presence,
    thumbnails,
  }: Pick<
    DatasetServices,
    "attachments" | "clones" | "datasets" | "datasetArchives" | "datasetSearch" | "multiCams" | "presence"
  > &
    Pick<TreeServices, "files"> &
    Pick<MediaServices, "media" | "mediaAddresses" | "thumbnails">,
): void {
  register("dataset.search", async ({ actor, parameters: { q, types = [], limit = 10 } }) => {
    const hits = await datasetSearch.search(actor, { text: q, types: readTexts("types", types), limit });
    return hits.map(({ folder, by, text }) => ({ folder: wireFolder(folder), by, text }));
  });
  register("dataset.list", async ({ actor, parameters, reply }) => {
    const { published = false, shared = false, sameMediaAs } = parameters;
    const query = { ...readPage(parameters), published, shared, sameMediaAs };
    const page = await datasets.list(actor, query, readSort(parameters, sortFields, "created"));
    return sendPaged(
      reply,
      page.total,
      await mapYielding(page.rows, (view) => ({ ...wireFolder(view), ownerLogin: view.ownerLogin })),
    );
  });

  register("dataset.clone", async ({ actor, parameters }) => {
    const { cloneId, parentFolderId, name, revision } = parameters;
    return wireFolder(await datasets.clone(actor, { sourceId: cloneId, parentId: parentFolderId, name, revision }));
  });

  register("dataset.clones", async ({ actor, parameters }) =>
    (await clones.list(actor, parameters.id)).map(
      ({ id, name, makerId, makerLogin, createdMs, public: isPublic, cutMs }) => ({
        _id: id,
        makerLogin,
        created: wireDate(createdMs),
        public: isPublic,
        cut: cutMs === null ? null : wireDate(cutMs),
        ...defined({ name, makerId }),
      }),
    ),
  );
  register("dataset.cutClone", ({ actor, parameters: { id, cloneId } }) => clones.cut(actor, id, cloneId));

  register("dataset.export", async ({ actor, parameters, request, reply, signal }) => {
    const wanted = {
      ids: readTexts("folderIds", parameters.folderIds),
      includeMedia: parameters.includeMedia ?? true,
      includeDetections: parameters.includeDetections ?? true,
      excludeBelowThreshold: parameters.excludeBelowThreshold ?? false,
      types: parameters.typeFilter === undefined ? undefined : readTexts("typeFilter", parameters.typeFilter),
    };
    const archive = await datasetArchives.export(actor, wanted, signal);
    return sendZip(request, reply, archive.name, archive.entries);
  });

  register("dataset.validateFiles", async ({ body }) => {
    if (!Array.isArray(body) || body.some((name) => typeof name !== "string")) {
      throw new RequestError("The request body must be a JSON array of file names.");
    }
    return validateFiles(body);
  });

  register("dataset.createMultiCam", async ({ actor, parameters, body }) => {
    const { folder, warnings } = await multiCams.create(actor, parameters.parentFolderId, body);
    return { ...wireFolder(folder), ...(warnings.length === 0 ? {} : { importWarnings: warnings }) };
  });

  register("dataset.calibration", ({ actor, parameters }) => attachments.calibration(actor, parameters.folderId));
  register("dataset.attachCalibration", ({ actor, parameters: { id, fileId } }) =>
    attachments.attachCalibration(actor, id, fileId),
  );
  register("dataset.attachMetadataFile", ({ actor, parameters: { id, itemId } }) =>
    attachments.attachMetadata(actor, id, itemId),
  );
  register("dataset.frameMetadataSources", ({ actor, parameters }) =>
    attachments.frameMetadataSources(actor, parameters.id),
  );

  register(
    "dataset.get",
    async ({ actor, parameters }) => (await datasets.describe(actor, parameters.id)) as unknown as Dataset,
  );

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

  register("dataset.configuration", async ({ actor, parameters, reply }) => {
    const { name, text } = await datasets.configuration(actor, parameters.id);
    reply.header("content-type", "application/json");
    reply.header("content-disposition", `attachment; filename=${name}`);
    return text;
  });

  register("dataset.update", async ({ actor, parameters, body }) => {
    return (await datasets.update(actor, parameters.id, body)) as FolderMeta;
  });

  register("dataset.updateAttributes", async ({ actor, parameters, body }) => {
    const { upserted, deleted } = await datasets.updateAttributes(actor, parameters.id, body);
    return { updated: upserted, deleted };
  });

  register("dataset.updateAttributeTrackFilters", async ({ actor, parameters, body }) => {
    await datasets.updateTrackFilters(actor, parameters.id, body);
    return null;
  });

  register("dataset.presence", async ({ actor, parameters, body }) => {
    return { revision: await presence.publish(actor, parameters.id, body) };
  });
}

function sizeOf(item: ItemRecord): Pick<MediaFile, "width" | "height"> {
  const { width, height } = itemFactsOf(item);
  return width === undefined || height === undefined ? {} : { width, height };
}
