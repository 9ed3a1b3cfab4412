/** Asks the user whose version to keep where two people have made different changes, one conflict at a time. */

import { conflictSource } from "./conflict-source.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import type { ApiClient } from "#schemas/client";
import { t } from "../../base/texts/index.ts";
import type { Conflict, ConflictChoice } from "../../session/saving/conflict.ts";

/** How many revisions are searched for the author of a save. */
const maxRevisions = 100;

/** @param userId the user who is asked */
export async function askAboutConflict(
  conflict: Conflict,
  { client, userId }: { readonly client: ApiClient; readonly userId: string },
): Promise<ConflictChoice> {
  const [{ ConflictQuestions }, savedBy] = await Promise.all([
    import("./ConflictQuestions.tsx"),
    // The author is useful, but the question can be answered without it.
    savedByOf(conflict, client, userId).catch(() => t("viewer.conflictUnknown")),
  ]);
  return new Promise((resolve) => {
    let choice: ConflictChoice = "cancel";
    const id = dialogs.open({
      title: t("viewer.conflictTitle"),
      size: "xl",
      onClose: () => resolve(choice),
      children: (
        <ConflictQuestions
          conflict={conflict}
          savedBy={savedBy}
          onAnswer={(given) => {
            choice = given;
            dialogs.close(id);
          }}
        />
      ),
    });
  });
}

/** "ada saved it meanwhile.", "You saved it in another window.", "“Run pipeline fish” stored its result meanwhile." */
async function savedByOf({ camera, between }: Conflict, client: ApiClient, userId: string): Promise<string> {
  const { address, sync } = camera.document.peek();
  const { datasetId: folderId, setName } = address;
  const query = { folderId, limit: maxRevisions, sortdir: -1, ...(setName !== undefined && { set: setName }) };
  const revisions = await client.call("annotation.revisions", query);
  const meanwhile = revisions.filter(
    ({ revision, set }) => revision > between.base && (set ?? undefined) === setName && !sync.hasSaved(revision),
  );
  return conflictSource(meanwhile, userId);
}
