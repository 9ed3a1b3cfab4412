/**
 * Starts the tour on a copy of the sample video, so that trying things there does not affect others. The copy is kept
 * in the user's own space and reused next time.
 */
import { Anchor, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { sampleNames } from "#schemas/sample";
import type { Folder } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { isDataset } from "../../queries/places.ts";
import { navigateTo } from "../../ui/page/navigation.ts";
import { cloneDataset } from "../clone/clone-dataset.ts";
import { endHint, tour } from "./tour-state.ts";

let isStarting = false;

export async function startTour(): Promise<void> {
  if (isStarting) return;
  isStarting = true;
  try {
    const copy = await findOrMakeCopy();
    if (copy === undefined) return showNoSample();
    endHint("tour");
    tour.value = { datasetId: copy._id, step: 0 };
    navigateTo(`/viewer/${copy._id}`);
  } catch (error) {
    notifications.show({ color: "red", title: t("browse.tour.failed"), message: errorText(error) });
  } finally {
    isStarting = false;
  }
}

/** `undefined`: the user cannot see a sample. */
async function findOrMakeCopy(): Promise<Folder | undefined> {
  const user = requireUser();
  const inUser = { parentType: "user", parentId: user._id } as const;
  const [home] = await api.call("folder.list", { ...inUser, name: "Private" });
  const parent = home ?? (await api.call("folder.create", { ...inUser, name: "Private" }));
  const name = t("browse.tour.dataset");
  const [there] = await api.call("folder.list", { parentType: "folder", parentId: parent._id, name });
  if (there !== undefined && isDataset(there) && there.foreign_media_id !== undefined) return there;
  const { folder = [] } = await api.call("resource.search", {
    q: sampleNames.video,
    mode: "prefix",
    types: ["folder"],
    limit: 10,
  });
  const sample = folder.find((one) => one.name === sampleNames.video && isDataset(one));
  if (sample === undefined) return undefined;
  return await cloneDataset({
    sourceId: sample._id,
    revision: undefined,
    parentFolderId: parent._id,
    name: there === undefined ? name : `${name} (2)`,
  });
}

function showNoSample(): void {
  const id = notifications.show({
    color: "yellow",
    autoClose: false,
    title: t("browse.tour.noSample"),
    message: (
      <Stack gap={4} align="start">
        <Text size="sm">{t("browse.tour.noSampleText", { name: sampleNames.video })}</Text>
        <Anchor
          component="button"
          type="button"
          fz="sm"
          onClick={() => {
            notifications.hide(id);
            navigateTo("/user-guide/getting-started");
          }}
        >
          {t("browse.tour.guide")}
        </Anchor>
      </Stack>
    ),
  });
}
