/** Whether the database agrees with itself, and mending it. For people at the machine, who need no rights here. */
import type { Inconsistency } from "../../ports/consistency.repository.ts";
import type { Ports } from "../../ports/index.ts";

export class ConsistencyService {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Blocks no other request: each rule is one query, which sees no half-finished change. */
  async examine(): Promise<Inconsistency[]> {
    return await this.#ports.database.consistency.find();
  }

  /** @returns what was found, and what of it is left */
  async repair(): Promise<{ found: Inconsistency[]; left: Inconsistency[] }> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const found = await tx.consistency.find();
      if (found.some(({ repairable }) => repairable)) await tx.consistency.repair();
      return { found, left: await tx.consistency.find() };
    });
  }
}
