/** Facts about a stored dataset for the rules of the panel Problems, and the check that there are such rules. */
import { issueFactsOf, type KnownOfDataset } from "#core/queries/issue-facts";
import { definedTypes } from "#core/type-colors";
import { type IssueFacts, type IssueRule, issueRules } from "#core/types";

import { RequestError } from "../../base/errors.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import type { MediaService } from "../media/media.service.ts";

interface JudgedDataset {
  /** With the annotations: the dataset itself, or one of its cameras. */
  readonly folder: FolderRecord;
  /** Has the types and attributes, also those of its cameras. */
  readonly dataset: FolderRecord;
  readonly rules: readonly string[];
}

/** Only as many as the rules need. */
export async function issueFactsIn(
  media: MediaService,
  actor: Actor,
  { folder, dataset, rules }: JudgedDataset,
): Promise<IssueFacts> {
  const known = rules.some((rule) => rulesOfMedia.has(rule)) ? await knownOf(media, actor, folder) : {};
  const attributes = Object.values(datasetOf(dataset).attributes);
  return issueFactsOf({ ...known, types: listedTypes(dataset, rules), attributes });
}

const rulesOfMedia: ReadonlySet<string> = new Set(["frame-behind-last", "box-outside"]);

async function knownOf(media: MediaService, actor: Actor, folder: FolderRecord): Promise<KnownOfDataset> {
  const { fps, type } = datasetOf(folder);
  const frameCount = await media.frameCountOf(actor, folder, fps);
  const { images, video } = await media.itemsOf(actor, folder);
  if (video === undefined)
    return { frameCount, ...(type === "image-sequence" && { sizes: await media.sizesOf(images) }) };
  const { width, height } = itemFactsOf(video);
  return { frameCount, ...(width !== undefined && height !== undefined && { sizes: { width, height } }) };
}

/**
 * In the viewer the list of types is binding where it is locked, which each browser says for itself; a request that
 * names the rule means it.
 */
function listedTypes(dataset: FolderRecord, rules: readonly string[]): readonly string[] {
  if (!rules.includes("type-unlisted")) return [];
  const styles = datasetOf(dataset).configuration["customTypeStyling"];
  return typeof styles === "object" && styles !== null ? definedTypes(styles as Record<string, unknown>) : [];
}

/** A misspelled rule would never be broken. @throws RequestError */
export function requireRules(rules: readonly string[] = []): asserts rules is readonly IssueRule[] {
  const unknown = rules.find((rule) => !issueRules.some((known) => known === rule));
  if (unknown !== undefined) {
    throw new RequestError(`There is no rule ${unknown}. The rules are: ${issueRules.join(", ")}.`);
  }
}
