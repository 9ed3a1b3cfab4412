/** Cloning a dataset, and what its dialog says. */
import type { Folder } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";

export interface CloneRequest {
  /** The dataset that is cloned. */
  readonly sourceId: string | undefined;
  /** `undefined`: the newest. */
  readonly revision: number | undefined;
  readonly parentFolderId: string;
  readonly name: string;
}

/** Answers the new dataset. */
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

/** Why a clone is private in a public folder: the media of others are not shown to everyone. */
export function privacyHint(
  source: Pick<Folder, "public" | "_accessLevel" | "foreign_media_id">,
  destination: Pick<Folder, "public">,
): "clone.privateHere" | "clone.maybePrivateHere" | undefined {
  if (destination.public !== true) return undefined;
  // The dataset that the media of a clone belong to is not known here.
  if (source.foreign_media_id !== undefined) return "clone.maybePrivateHere";
  return source.public === true || source._accessLevel >= 2 ? undefined : "clone.privateHere";
}

/** What the button says, by the folder that the clone goes into. */
export function cloneButtonText(destination: { readonly name?: string } | undefined): string {
  if (destination === undefined) return t("clone.choose");
  return destination.name ? t("clone.into", { folder: destination.name }) : t("clone.unknown");
}
