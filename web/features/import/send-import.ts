/** Uploads an annotation file into a dataset's folder and has the server read it. */
import { uploadFile } from "#schemas/upload";
import { api } from "../../api/client.ts";
import { defaultSetName } from "../../base/annotation-set.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";

/** The choices of the user, except the file. */
export interface ImportChoices {
  /** Replaces the annotations of the set, instead of adding to them. */
  readonly overwrite: boolean;
  /** Before the types of added annotations. */
  readonly prefix: string;
  /** As typed; empty: the default set. */
  readonly setName: string;
}

export function targetSetOf({ setName }: ImportChoices): string {
  return setName.trim() === "" ? defaultSetName : setName.trim();
}

/** @returns the server's warnings */
export async function sendImport(id: string, file: File, choices: ImportChoices): Promise<readonly string[]> {
  const { overwrite, prefix } = choices;
  const set = targetSetOf(choices);
  await uploadFile(api, { parentType: "folder", parentId: id, name: file.name }, file);
  const reply = await api.call("rpc.postprocess", {
    id,
    skipJobs: true,
    additive: !overwrite,
    additivePrepend: overwrite ? "" : prefix.trim(),
    set: set === defaultSetName ? "" : set,
  });
  const stale = [keys.datasets, keys.places, keys.summary];
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return reply.warnings;
}
