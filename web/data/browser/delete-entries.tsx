/**
 * Deletes entries after a confirmation (unless the user has turned that off): folders and files go to the trash,
 * collections are deleted permanently.
 */
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Collection, Folder, Item } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorStatus, errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { alertDialog, confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { contentsQuery } from "../../queries/contents.ts";
import { contentsText } from "./entry-facts.ts";
import { askBeforeDeleting } from "../preferences.ts";
import { keys } from "../../queries/keys.ts";
import { restoreEntries } from "../trash/restore-entries.tsx";
import { queryClient } from "../../queries/query-client.ts";

const namesShown = 6;
const undoneForMs = 15_000;

type Deletable = Collection | Folder | Item;

/** Resolves to whether something was deleted. */
export async function deleteEntries(entries: readonly Deletable[]): Promise<boolean> {
  if (entries.length === 0) return false;
  if (askBeforeDeleting.peek() && !(await ask(entries))) return false;
  const gone = new Set<unknown>(entries.map(({ _id }) => _id));
  const idsOf = (type: Deletable["_modelType"]) =>
    entries.filter((entry) => entry._modelType === type).map((entry) => entry._id);
  let inTrash: readonly string[] = [];
  try {
    const resources = { collection: idsOf("collection"), folder: idsOf("folder"), item: idsOf("item") };
    inTrash = (await api.call("resource.delete", { resources, trash: true }))?.trash ?? [];
  } catch (error) {
    // Some may be deleted although a later one failed: look them up again.
    gone.clear();
    await showFailure(error);
    return false;
  } finally {
    await queryClient.invalidateQueries({
      queryKey: keys.places,
      predicate: ({ queryKey }) => !queryKey.some((part) => gone.has(part)),
    });
    void queryClient.invalidateQueries({ queryKey: keys.jobs });
    void queryClient.invalidateQueries({ queryKey: keys.trash });
  }
  showDone(entries, inTrash);
  return true;
}

/** @param inTrash deleted entries that can be restored from the trash */
function showDone(entries: readonly Deletable[], inTrash: readonly string[]): void {
  const [first] = entries;
  const done = entries.some(isPermanent) ? "browse.delete.done" : "browse.delete.inTrash";
  const id = notifications.show({
    color: "teal",
    autoClose: inTrash.length > 0 ? undoneForMs : true,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {t(done, { count: entries.length, name: first?.name ?? "" })}
        </Text>
        {inTrash.length > 0 && (
          <Button flex="none" size="compact-xs" variant="default" onClick={() => void undo()}>
            {t("browse.delete.undo")}
          </Button>
        )}
      </Group>
    ),
  });
  async function undo(): Promise<void> {
    notifications.hide(id);
    const isItem = ({ _modelType }: Deletable): boolean => _modelType === "item";
    const folders = entries.filter((entry) => !isItem(entry));
    const names = [...entries.filter(isItem), ...folders].map(({ name }) => name);
    await restoreEntries(inTrash, { names, folderIds: folders.map(({ _id }) => _id) });
  }
}

async function ask(entries: readonly Deletable[]): Promise<boolean> {
  const inside = await insideOf(entries);
  const names = entries.slice(0, namesShown).map((entry) => `• ${entry.name}`);
  const more = entries.length - names.length;
  return await confirmDialog({
    title: t("browse.delete.title"),
    text: [
      t("browse.delete.question"),
      ...names,
      ...(more > 0 ? [t("browse.delete.more", { count: more })] : []),
      ...(inside === "" ? [] : [inside]),
      consequence(entries),
    ],
    positive: t("common.delete"),
    danger: true,
  });
}

/** Whether the entries can be restored. Collections are never selected with anything else. */
const consequence = (entries: readonly Deletable[]): string =>
  t(entries.some(isPermanent) ? "browse.delete.warning" : "browse.delete.toTrash");

const isPermanent = ({ _modelType }: Deletable): boolean => _modelType === "collection";

/** Entries deleted along with them, counted now because the list may be outdated. */
async function insideOf(entries: readonly Deletable[]): Promise<string> {
  try {
    const contents = contentsText([
      ...(await queryClient.fetchQuery({ ...contentsQuery(entries), staleTime: 0 })).values(),
    ]);
    return contents === "" ? "" : t("browse.delete.contents", { contents });
  } catch {
    return t("browse.delete.uncounted");
  }
}

async function showFailure(error: unknown): Promise<void> {
  const forbidden = errorStatus(error) === 403;
  await alertDialog({
    title: t("browse.delete.failed"),
    text: forbidden ? t("browse.delete.forbidden") : [t("browse.delete.failedText"), errorText(error)],
  });
}
