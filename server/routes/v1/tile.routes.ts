/** `item/{id}/tiles/*`: large images piece by piece. No item has tiles yet; rights are checked all the same. */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import type { Actor } from "../../services/actor.ts";
import type { Services } from "../../services/index.ts";
import type { RegisterRoute } from "../registry.ts";

const readRoutes = [
  "tile.get",
  "tile.internalMetadata",
  "tile.zxy",
  "tile.fzxy",
  "tile.thumbnail",
  "tile.region",
  "tile.quadInfo",
  "tile.histogram",
] as const;

export function registerTileRoutes(register: RegisterRoute, { items, rpc }: Pick<Services, "items" | "rpc">): void {
  const refuse = async ({ actor, parameters }: { actor: Actor; parameters: { id: string } }): Promise<never> => {
    await items.get(actor, parameters.id);
    throw new RequestError("No large image file in this item.");
  };
  for (const id of readRoutes) register(id, refuse);
  register("tile.create", ({ actor, parameters }) => rpc.makeTiles(actor, parameters.id));
  register("tile.delete", async ({ actor, parameters }) => {
    await items.get(actor, parameters.id, AccessLevel.write);
    return { deleted: false };
  });
}
