/** Checks the consistency of the database, and repairs it. For operators at the machine, who need no rights here. */
import type { Inconsistency } from "../../ports/consistency.repository.ts";
import type { Ports } from "../../ports/index.ts";

export class ConsistencyService {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Blocks no other request: each rule is one query, which sees no unfinished change. */
  async findInconsistencies(): Promise<Inconsistency[]> {
    return await this.#ports.database.consistency.find();
  }

  /** @returns the inconsistencies found, and those that remain */
  async repair(): Promise<{ found: Inconsistency[]; left: Inconsistency[] }> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const inconsistencies = await tx.consistency.find();
      if (inconsistencies.some(({ repairable }) => repairable)) await tx.consistency.repair();
      return { found: inconsistencies, left: await tx.consistency.find() };
    });
  }
}
