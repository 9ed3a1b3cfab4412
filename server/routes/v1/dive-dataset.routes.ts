/** `dive_dataset/*`: datasets, their configuration and attachments. */
import type { Dataset } from "#schemas";

import { defined } from "../../base/defined.ts";
import { RequestError } from "../../base/errors.ts";
import { mapYielding } from "../../base/turns.ts";
import { wireDate } from "../../base/wire-date.ts";
import { validateFiles } from "../../domain/validate-files.ts";
import type { FolderSort } from "../../ports/folder.repository.ts";
import type { DatasetServices } from "../../services/datasets/dataset-services.ts";
import { sendZip } from "../download.ts";
import { type RegisterRoute, sendPaged } from "../registry.ts";
import { readPage, readSort } from "./paging.ts";
import { readTexts } from "./text-list.ts";
import { wireFolder } from "./wire.ts";

const sortFields: readonly FolderSort[] = ["name", "lowerName", "created", "updated", "size"];

export function registerDatasetRoutes(
  register: RegisterRoute,
  {
    attachments,
    clones,
    datasets,
    datasetArchives,
    datasetSearch,
    multiCams,
    presence,
  }: Pick<
    DatasetServices,
    "attachments" | "clones" | "datasets" | "datasetArchives" | "datasetSearch" | "multiCams" | "presence"
  >,
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

  register("dataset.configuration", async ({ actor, parameters, reply }) => {
    const { name, text } = await datasets.configuration(actor, parameters.id);
    reply.header("content-type", "application/json");
    reply.header("content-disposition", `attachment; filename=${name}`);
    return text;
  });

  register("dataset.update", async ({ actor, parameters, body }) => {
    return await datasets.update(actor, parameters.id, body);
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
