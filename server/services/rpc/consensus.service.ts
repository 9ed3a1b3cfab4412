/** The consensus of several annotation sets of a dataset: the request, and the job that merges them. */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError, ValidationError } from "../../base/errors.ts";
import { checkBody, integer, listOf, object, optional, text } from "../../domain/body-check.ts";
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import { type Actor, requireUser } from "../access/actor.ts";
import { noSuchSet, shownSets } from "../annotations/annotation-sets.ts";
import type { JobView } from "../jobs/job.service.ts";
import { type ConsensusTask, mergeSets } from "../jobs/kinds/consensus.ts";
import type { JobRegistry } from "../jobs/registry.ts";
import type { ConfigurationService } from "../site/configuration.service.ts";
import { requireDataset } from "../tree/dataset-folder.ts";

const request = object({ sets: listOf(text), into: text, leastPeople: optional(integer(1)) }, "refuse");
/** People who annotated the same dataset. */
const maxSets = 50;
const maxNameLength = 200;

interface ConsensusDeps {
  readonly access: AccessService;
  readonly configuration: ConfigurationService;
}

export class ConsensusService {
  readonly #ports: Ports;
  readonly #services: ConsensusDeps;
  readonly #registry: JobRegistry;

  constructor(ports: Ports, services: ConsensusDeps, registry: JobRegistry) {
    this.#ports = ports;
    this.#services = services;
    this.#registry = registry;
  }

  /** @param body unchecked @returns the job, which waits for a worker */
  async start(actor: Actor, datasetId: string, body: unknown): Promise<JobView> {
    const user = requireUser(actor);
    const checked = checkBody("ConsensusRequest", request, body);
    if (!checked.ok) throw new ValidationError(checked.message);
    const { leastPeople } = checked.value;
    const [sets, into] = [[...new Set(checked.value.sets)], checked.value.into.trim()];
    const { record: folder } = await this.#services.access.requireFolder(actor, datasetId, AccessLevel.write);
    if (requireDataset(folder).type === "multi") {
      throw new RequestError(`${folder.name} has several cameras: merge the sets of one at a time.`);
    }
    if (sets.length < 2) throw new RequestError("Choose at least two annotation sets.");
    if (sets.length > maxSets) throw new RequestError(`At most ${maxSets} annotation sets can be merged.`);
    if (into === "" || into.length > maxNameLength) {
      throw new RequestError(`The new set needs a name of at most ${maxNameLength} characters.`);
    }
    const known = await shownSets(this.#ports.database, folder.id);
    for (const set of sets) if (!known.includes(set)) throw noSuchSet(folder.name, set === "" ? "default" : set);
    if (known.includes(into)) {
      throw new RequestError(
        `A set ${into} already exists. Choose another name, or remove it first.`,
        400,
        "set-exists",
      );
    }
    await this.#services.configuration.refuseWhileDisabled();
    await this.#registry.requireRunnable(mergeSets, user);
    const task: ConsensusTask = {
      datasetId: folder.id,
      name: folder.name,
      sides: await this.#sidesOf(folder.id, sets),
      into,
      ...(leastPeople !== undefined && { leastPeople }),
    };
    const { record } = await this.#registry.start(mergeSets, actor, task, {
      datasetId: folder.id,
      params: { sets, into },
    });
    return { record, level: AccessLevel.admin };
  }

  /** With their current revisions, and the frames that were asked for: those of the tasks on a set. */
  async #sidesOf(datasetId: string, sets: readonly string[]): Promise<ConsensusTask["sides"]> {
    const { annotations, tasks } = this.#ports.database;
    const asked = await tasks.list({ datasetIds: [datasetId], all: true });
    const sides: ConsensusTask["sides"] = [];
    for (const set of sets) {
      const own = asked.filter(({ setName }) => setName === set).map(({ content }) => content.ranges);
      const ranges = own.some((each) => each.length === 0) ? [] : own.flat().map((range) => [...range]);
      sides.push({ set, revision: await annotations.head(datasetId, set), ranges });
    }
    return sides;
  }
}
