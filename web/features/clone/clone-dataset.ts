/** Cloning a dataset, and the texts of its dialog. */
import type { Folder } from "#schemas/wire";
import { AccessLevel } from "#schemas/access-level";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";

export interface CloneRequest {
  /** The dataset to clone. */
  readonly sourceId: string | undefined;
  /** `undefined`: the newest. */
  readonly revision: number | undefined;
  readonly parentFolderId: string;
  readonly name: string;
}

/** Resolves to the new dataset. */
export async function cloneDataset({ sourceId, revision, ...rest }: CloneRequest): Promise<Folder> {
  if (sourceId === undefined) throw new Error("no source dataset");
  const clone = await api.call("dataset.clone", {
    cloneId: sourceId,
    ...rest,
    ...(revision !== undefined && { revision }),
  });
  await queryClient.invalidateQueries({ queryKey: keys.places });
  return clone;
}

export function defaultCloneName(name: string, revision: number | undefined): string {
  return revision === undefined
    ? t("clone.defaultName", { name })
    : t("clone.defaultNameOfRevision", { name, revision });
}

/** Why a clone in a public folder is private: it uses media of others, which must not become public. */
export function privacyHint(
  source: Pick<Folder, "public" | "_accessLevel" | "foreign_media_id">,
  destination: Pick<Folder, "public">,
): "clone.privateHere" | "clone.maybePrivateHere" | undefined {
  if (destination.public !== true) return undefined;
  // The dataset that owns the clone's media is not loaded here.
  if (source.foreign_media_id !== undefined) return "clone.maybePrivateHere";
  return source.public === true || source._accessLevel >= AccessLevel.admin ? undefined : "clone.privateHere";
}

/** Label of the button, depending on the destination. */
export function cloneButtonText(destination: { readonly name?: string } | undefined): string {
  if (destination === undefined) return t("clone.choose");
  return destination.name ? t("clone.into", { folder: destination.name }) : t("clone.unknown");
}
