/** Scorings: the pairs that can be compared, and the job that compares them. */
import type { ScoredSource, ScoringParams, ScoringSource, ScoringSources } from "#schemas";
import { defaultScoringParams, readSynonyms } from "#core/metrics/scoring-params";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError, ValidationError } from "../../base/errors.ts";
import { checkBody } from "../../domain/body-check.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { isTruthName, scoringRequest } from "../../domain/scoring-record.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireUser, type Actor } from "../access/actor.ts";
import { noSuchSet, shownSets } from "../annotations/annotation-sets.ts";
import { requireStoredRevision } from "../annotations/stored-revision.ts";
import type { JobView } from "../jobs/job.service.ts";
import { scoreDatasets } from "../jobs/kinds/score.ts";
import type { JobRegistry } from "../jobs/registry.ts";
import type { ConfigurationService } from "../site/configuration.service.ts";
import type { MediaService } from "../media/media.service.ts";
import { requireDataset } from "../tree/dataset-folder.ts";

interface ScoringDeps {
  access: AccessService;
  configuration: ConfigurationService;
  media: MediaService;
}

export class ScoringService {
  readonly #ports: Ports;
  readonly #services: ScoringDeps;
  readonly #registry: JobRegistry;

  constructor(ports: Ports, services: ScoringDeps, registry: JobRegistry) {
    this.#ports = ports;
    this.#services = services;
    this.#registry = registry;
  }

  /** The sets of a dataset, and which of them is ground truth judging by its name. */
  async sources(actor: Actor, datasetId: string): Promise<ScoringSources> {
    const { record } = await this.#services.access.requireFolder(actor, datasetId);
    requireDataset(record);
    const { annotations } = this.#ports.database;
    const names = (await shownSets(this.#ports.database, record.id)).filter((name) => name !== "");
    const sets: ScoringSources["sets"] = [];
    for (const name of names) sets.push({ name, revision: await annotations.head(record.id, name) });
    const truth = names.find(isTruthName);
    return {
      datasetId: record.id,
      name: record.name,
      revision: await annotations.head(record.id),
      sets,
      ...(truth !== undefined && { truth }),
    };
  }

  /**
   * Compares the current revisions. @param body unchecked
   * @returns the job, which waits for a worker
   */
  async start(actor: Actor, body: unknown): Promise<JobView> {
    const user = requireUser(actor);
    const checked = checkBody("ScoringRequest", scoringRequest, body);
    if (!checked.ok) throw new ValidationError(checked.message);
    const { pairs, title, params: given } = checked.value;
    const merged = { ...defaultScoringParams, ...(given as Partial<ScoringParams>) };
    // The frames of a survey do not follow one another.
    const params = merged.survey === undefined ? merged : { ...merged, tracking: false };
    try {
      readSynonyms(params.classSynonyms);
    } catch (error) {
      throw new ValidationError(`${error instanceof Error ? error.message : String(error)}.`, "classSynonyms");
    }
    const known = new Map<string, FolderRecord>();
    // Checks the rights of all of them first: an error about one would reveal something about it.
    for (const { computed, truth } of pairs) {
      for (const { datasetId } of [computed, truth]) {
        const { record } = await this.#services.access.requireFolder(actor, datasetId);
        known.set(datasetId, record);
      }
    }
    await this.#services.configuration.refuseWhileDisabled();
    await this.#registry.requireRunnable(scoreDatasets, user);
    const scored: { computed: ScoredSource; truth: ScoredSource }[] = [];
    for (const { computed, truth } of pairs) {
      const pair = {
        computed: await this.#resolve(known.get(computed.datasetId)!, computed),
        truth: await this.#resolve(known.get(truth.datasetId)!, truth, params.survey !== undefined),
      };
      if (JSON.stringify(pair.computed) === JSON.stringify(pair.truth)) {
        throw new RequestError(`${pair.computed.name} is compared with itself: choose another set or revision.`);
      }
      scored.push(pair);
    }
    const [first, ...others] = scored;
    const name = first?.computed.name ?? "";
    const task = {
      pairs: scored,
      params,
      ...(params.survey && { frameCounts: await this.#frameCounts(actor, scored, known) }),
      title: (title ?? "").trim() || (others.length === 0 ? name : `${name} and ${others.length} more`),
    };
    const { record } = await this.#registry.start(scoreDatasets, actor, task, {
      datasetId: first?.computed.datasetId ?? "",
      params: { pairs: scored, scoring_params: params, title: task.title },
    });
    return { record, level: AccessLevel.admin };
  }

  /** Of each pair. @throws RequestError if one is unknown */
  async #frameCounts(
    actor: Actor,
    pairs: readonly { readonly computed: ScoredSource }[],
    known: ReadonlyMap<string, FolderRecord>,
  ): Promise<number[]> {
    const counts: number[] = [];
    for (const { computed } of pairs) {
      const folder = known.get(computed.datasetId)!;
      const count = await this.#services.media.frameCountOf(actor, folder, datasetOf(folder).fps);
      if (count === undefined) {
        throw new RequestError(
          `The number of frames of ${computed.name} is unknown, so none can be drawn for a survey. Score it without a survey.`,
        );
      }
      counts.push(count);
    }
    return counts;
  }

  /**
   * With its current revision. @param mayBeNew whether the set may still be without annotations: a survey draws the
   * frames before people annotate them
   * @throws RequestError, ValidationError
   */
  async #resolve(folder: FolderRecord, { set = "", revision }: ScoringSource, mayBeNew = false): Promise<ScoredSource> {
    if (requireDataset(folder).type === "multi") {
      throw new RequestError(`${folder.name} has several cameras: score them one at a time.`);
    }
    const { annotations } = this.#ports.database;
    if (set !== "" && !mayBeNew && !(await shownSets(this.#ports.database, folder.id)).includes(set))
      throw noSuchSet(folder.name, set);
    const latest = await annotations.head(folder.id);
    if (revision !== undefined) requireStoredRevision(revision, [latest], "revision");
    // Revisions of other sets did not change this one.
    const ofSet = Math.min(revision ?? latest, await annotations.head(folder.id, set));
    return { datasetId: folder.id, name: folder.name, set, revision: revision ?? ofSet };
  }
}
