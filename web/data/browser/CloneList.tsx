/** For owners: the clones that use this dataset's media, each with a button that revokes it. */
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Folder } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { type Clone, clonesQuery } from "../../queries/datasets.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { formatDate } from "../../ui/text/format.ts";
import { showError } from "../../features/show-error.ts";
import { CutText } from "../../ui/text/CutText.tsx";

const initialCount = 5;

export function CloneList({ folder }: { readonly folder: Folder }) {
  const clones = useQuery(clonesQuery(folder._id)).data ?? [];
  const [isWhole, setWhole] = useState(false);
  if (clones.length === 0) return null;
  const shown = isWhole ? clones : clones.slice(0, initialCount);
  return (
    <Stack gap={6} component="section" aria-label={t("browse.clones.title")}>
      <Title order={3} size="sm">
        {t("browse.clones.count", { count: clones.length })}
      </Title>
      {shown.map((clone) => (
        <CloneRow key={clone._id} clone={clone} datasetId={folder._id} />
      ))}
      {shown.length < clones.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t("browse.clones.all")}
        </Button>
      )}
    </Stack>
  );
}

function CloneRow({ clone, datasetId }: { readonly clone: Clone; readonly datasetId: string }) {
  const queries = useQueryClient();
  const name = clone.name ?? t("browse.clones.hiddenName");
  async function cut(): Promise<void> {
    const isSure = await confirmDialog({
      title: t("browse.clones.cutTitle"),
      text: t("browse.clones.cutQuestion", { name, login: clone.makerLogin }),
      positive: t("browse.clones.cutSure"),
      danger: true,
    });
    if (!isSure) return;
    try {
      await api.call("dataset.cutClone", { id: datasetId, cloneId: clone._id });
      await queries.invalidateQueries({ queryKey: clonesQuery(datasetId).queryKey });
      notifications.show({ color: "teal", message: t("browse.clones.isCut", { name }) });
    } catch (error) {
      showError(error);
    }
  }
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Stack gap={0} miw={0}>
        <CutText>{name}</CutText>
        <Text size="xs" c="dimmed">
          {t("browse.clones.made", { login: clone.makerLogin, date: formatDate(clone.created) })}
        </Text>
      </Stack>
      {clone.cut === null ? (
        <Button
          variant="default"
          size="compact-sm"
          style={{ flexShrink: 0 }}
          aria-label={t("browse.clones.cutName", { name })}
          onClick={() => void cut()}
        >
          {t("browse.clones.cut")}
        </Button>
      ) : (
        <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
          {t("browse.clones.wasCut")}
        </Text>
      )}
    </Group>
  );
}
