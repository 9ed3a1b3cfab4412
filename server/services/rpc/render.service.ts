/** Starts jobs that draw annotations into a copy of media. */
import { RequestError, ValidationError } from "../../base/errors.ts";
import { capability } from "../../domain/capability.ts";
import { checkBody } from "../../domain/body-check.ts";
import { outstandingStatuses } from "../../domain/job-status.ts";
import { renderRequest } from "../../domain/render-request.ts";
import { AccessLevel } from "../../base/access-level.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { type Actor, requireUser } from "../access/actor.ts";
import { noSuchSet, shownSets } from "../annotations/annotation-sets.ts";
import { requireStoredRevision } from "../annotations/stored-revision.ts";
import type { JobView } from "../jobs/job.service.ts";
import { renderAnnotations, type RenderTask } from "../jobs/kinds/render.ts";
import type { JobRegistry } from "../jobs/registry.ts";
import type { MediaService } from "../media/media.service.ts";
import type { ConfigurationService } from "../site/configuration.service.ts";
import { camerasOf, requireDataset } from "../tree/dataset-folder.ts";
import { requireCameraFolder } from "../tree/stored-ids.ts";

/** Of one user: each takes a processor for as long as a video is. */
const maxUnfinished = 3;

interface RenderDeps {
  readonly access: AccessService;
  readonly configuration: ConfigurationService;
  readonly media: MediaService;
}

export class RenderService {
  readonly #ports: Ports;
  readonly #services: RenderDeps;
  readonly #registry: JobRegistry;

  constructor(ports: Ports, services: RenderDeps, registry: JobRegistry) {
    this.#ports = ports;
    this.#services = services;
    this.#registry = registry;
  }

  /** @param body unchecked @returns the job, which waits for a worker */
  async start(actor: Actor, body: unknown): Promise<JobView> {
    const { access, configuration } = this.#services;
    const user = requireUser(actor);
    const checked = checkBody("RenderRequest", renderRequest, body);
    if (!checked.ok) throw new ValidationError(checked.message);
    const request = checked.value;
    const { record: folder } = await access.requireFolder(actor, request.folderId);
    const [first = 0, last = first] = request.frames ?? [];
    if (last < first) throw new ValidationError("The last frame must not be before the first one.", "frames");
    const folders = await this.#camerasOf(actor, folder);
    // A missing right must be an answer, not a failed job.
    for (const one of folders) await this.#services.media.sourceOf(actor, one);
    await configuration.refuseWhileDisabled();
    await this.#registry.requireRunnable(renderAnnotations, user);
    const { has } = await this.#registry.offersFor(renderAnnotations, user);
    if (!has.includes(capability.rendering))
      throw new RequestError("No connected worker has ffmpeg, which draws into media. Ask an administrator.", 503);
    const cameras = await this.#atRevisions(folders, request);
    const task: RenderTask = { ...request, folderId: folder.id, name: folder.name, cameras };
    const onlyIf = async (tx: Repositories): Promise<void> => {
      const query = { userId: user.id, types: ["render"], statuses: outstandingStatuses };
      if ((await tx.jobs.count(query)) >= maxUnfinished)
        throw new RequestError(`You already have ${maxUnfinished} of these jobs: wait for one of them, or cancel one.`);
      await access.requireFolder(actor, folder.id, AccessLevel.read, tx);
    };
    const start = { datasetId: folder.id, needs: capability.rendering, onlyIf };
    const { record } = await this.#registry.start(renderAnnotations, actor, task, start);
    return { record, level: AccessLevel.admin };
  }

  /** The folders whose pictures are next to each other. */
  async #camerasOf(actor: Actor, folder: FolderRecord): Promise<readonly FolderRecord[]> {
    const dataset = requireDataset(folder);
    if (dataset.type === "large-image")
      throw new RequestError(`${folder.name} is a tiled image: annotations cannot be drawn into it.`);
    const cameras = camerasOf(dataset);
    if (cameras === undefined) return [folder];
    if (dataset.configuration["timeAlignment"] !== undefined)
      throw new RequestError(`The cameras of ${folder.name} run at times of their own: choose one of them.`);
    const folders: FolderRecord[] = [];
    for (const name of cameras.order)
      folders.push(await requireCameraFolder(this.#services.access, actor, cameras, name));
    return folders;
  }

  async #atRevisions(folders: readonly FolderRecord[], asked: Pick<RenderTask, "set" | "revision">) {
    const { set = "", revision } = asked;
    const { annotations } = this.#ports.database;
    const sets = await Promise.all(folders.map(({ id }) => shownSets(this.#ports.database, id)));
    if (set !== "" && sets.every((names) => !names.includes(set))) throw noSuchSet(folders[0]?.name ?? "", set);
    if (revision !== undefined && folders.length > 1)
      throw new RequestError("Each camera has its own revisions: choose the camera whose revision to draw.");
    const cameras: RenderTask["cameras"] = [];
    for (const { id } of folders) {
      // All sets of a dataset share the numbers of its revisions.
      if (revision !== undefined) requireStoredRevision(revision, [await annotations.head(id)], "revision");
      cameras.push({ folderId: id, revision: revision ?? (await annotations.head(id, set)) });
    }
    return cameras;
  }
}
