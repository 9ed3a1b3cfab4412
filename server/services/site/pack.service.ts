/** Model packs for browsers, which run them on the displayed pictures. */
import type { Readable } from "node:stream";

import type { ModelPack } from "#schemas";

import { RequestError } from "../../base/errors.ts";
import type { Ports } from "../../ports/index.ts";
import { type Actor, requireUser } from "../access/actor.ts";

export class PackService {
  readonly #packs: Ports["packs"];

  constructor({ packs }: Pick<Ports, "packs">) {
    this.#packs = packs;
  }

  /** The packs installed on this server. */
  async list(actor: Actor): Promise<readonly ModelPack[]> {
    requireUser(actor);
    return (await this.#packs?.list()) ?? [];
  }

  /** @throws RequestError if no installed pack has a file with this SHA-256 */
  async open(actor: Actor, sha256: string): Promise<{ readonly size: number; start(): Readable }> {
    requireUser(actor);
    const pack = await this.#packs?.open(sha256);
    if (pack === undefined) throw new RequestError("No installed model pack has this file.", 404);
    return pack;
  }
}
