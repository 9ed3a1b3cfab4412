/** Describes who or what has saved meanwhile: the user in another window, other people, or a job. */

import type { Revision } from "#schemas";
import { t } from "../../base/texts/index.ts";

/** The server's description of a manual save; anything else names a job, an import or a restored revision. */
const byHand = "save";

type Saved = Pick<Revision, "author_id" | "author_name" | "description">;

/** @param userId the reader */
export function conflictSource(meanwhile: readonly Saved[], userId: string): string {
  if (meanwhile.length === 0) return t("viewer.conflictUnknown");
  const works = distinct(
    meanwhile.filter(({ description }) => description !== byHand),
    "description",
  );
  const people = meanwhile.filter(({ description }) => description === byHand);
  const others = distinct(
    people.filter(({ author_id }) => author_id !== userId),
    "author_name",
  );
  return [
    ...(works === "" ? [] : [t("viewer.conflictByWork", { what: works })]),
    ...(others === "" ? [] : [t("viewer.conflictByOthers", { names: others })]),
    ...(others === "" && people.length > 0 ? [t("viewer.conflictBySelf")] : []),
  ].join(" ");
}

function distinct(saved: readonly Saved[], key: "author_name" | "description"): string {
  return [...new Set(saved.map((one) => one[key]))].join(", ");
}
