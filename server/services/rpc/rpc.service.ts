/**
 * Requests on datasets that start a job (api-v1 16.3 to 16.5). Checks rights first, then whether any worker can do it.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { kindOfFile } from "../../domain/file-kinds.ts";
import type { JobRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import type { ConfigurationService } from "../site/configuration.service.ts";
import type { FolderService } from "../tree/folder.service.ts";
import type { ItemService } from "../tree/item.service.ts";
import type { MediaCheckService } from "../postprocess/media-check.service.ts";
import { batchPostprocess } from "../jobs/kinds/batch-postprocess.ts";
import { convertLargeImage } from "../jobs/kinds/convert-large-image.ts";
import type { JobRegistry } from "../jobs/registry.ts";
import type { PostprocessService } from "../postprocess/postprocess.service.ts";

interface RpcDeps {
  access: AccessService;
  configuration: ConfigurationService;
  folders: FolderService;
  items: ItemService;
  mediaCheck: MediaCheckService;
  postprocess: PostprocessService;
}

export class RpcService {
  readonly #services: RpcDeps;
  readonly #registry: JobRegistry;

  constructor(services: RpcDeps, registry: JobRegistry) {
    this.#services = services;
    this.#registry = registry;
  }

  async convertLargeImage(actor: Actor, folderId: string): Promise<null> {
    const { access, configuration, mediaCheck } = this.#services;
    const { record } = await access.requireFolder(actor, folderId, AccessLevel.write);
    await configuration.refuseWhileDisabled();
    await this.#registry.requireRunnable(convertLargeImage, actor.user);
    await mediaCheck.startFolderTiles(actor, record);
    return null;
  }

  async makeTiles(actor: Actor, itemId: string): Promise<null> {
    const { access, configuration, mediaCheck } = this.#services;
    const { folder, item } = await access.requireItem(actor, itemId, AccessLevel.write);
    await configuration.refuseWhileDisabled();
    await this.#registry.requireRunnable(convertLargeImage, actor.user);
    await mediaCheck.startItemTiles(actor, folder, item);
    return null;
  }

  /** Makes a separate dataset of a video in a folder. @returns the id of the new folder */
  async convertToDataset(actor: Actor, itemId: string, { skipJobs }: { skipJobs: boolean }): Promise<string> {
    const { folders, items, postprocess } = this.#services;
    const item = await items.get(actor, itemId, AccessLevel.write);
    if (kindOfFile(item.name) !== "video") throw new RequestError(`${item.name} is not a video.`);
    const { record } = await folders.create(actor, {
      parentType: "folder",
      parentId: item.folderId,
      name: `Video ${item.name}`,
      meta: { type: "video", fps: -1 },
    });
    await items.update(actor, item.id, { folderId: record.id });
    await postprocess.run(actor, record.id, { skipJobs, additive: false, typePrefix: "", setName: "" });
    return record.id;
  }

  async startBatch(actor: Actor, folderId: string, options: { skipJobs: boolean; limit: number }): Promise<JobRecord> {
    const { access, configuration } = this.#services;
    const { record } = await access.requireFolder(actor, folderId, AccessLevel.write);
    await configuration.refuseWhileDisabled();
    const task = { folderId: record.id, ...options };
    return (await this.#registry.start(batchPostprocess, actor, task, { params: task })).record;
  }
}
