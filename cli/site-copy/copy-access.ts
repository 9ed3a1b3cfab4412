/** Access to a folder or a collection, and its creation time: as at the source, for administrators. */
import { interrupted } from "../base/process/interrupt.ts";
import { undefinedIfMissing } from "./pages.ts";
import type { CopySites, ReportLoss } from "./sites.ts";

const options = { signal: interrupted };

export async function copyAccess(
  { source, target, state }: CopySites,
  kind: "folder" | "collection",
  from: string,
  to: string,
  lose: ReportLoss,
): Promise<void> {
  const [list, document] = await Promise.all([
    undefinedIfMissing(source.client.call(`${kind}.access`, { id: from }, options)),
    source.client.call(`${kind}.get`, { id: from }, options),
  ]);
  if (list === undefined) lose("who may see and change it: the list cannot be read");
  else {
    const users = list.users.flatMap(({ id, level, login }) => {
      const there = state.find("user", id);
      if (there === undefined) lose(`the access of ${login}, who is not there`);
      return there === undefined ? [] : [{ id: there, level }];
    });
    const groups = list.groups.flatMap(({ id, level, name }) => {
      const there = state.find("group", id);
      if (there === undefined) lose(`the access of the group ${name}, which is not there`);
      return there === undefined ? [] : [{ id: there, level }];
    });
    const access = JSON.stringify({ users, groups });
    await target.client.call(`${kind}.setAccess`, { id: to, access, public: document.public === true }, options);
  }
  const { created, updated } = document;
  await target.client.call("resource.setTimestamp", { id: to, type: kind, created, updated }, options);
}
