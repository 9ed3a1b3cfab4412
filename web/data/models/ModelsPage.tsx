/** The models that the signed-in user can read: location, export, delete. */
import { Badge, Button, Group, ScrollArea, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconCube, IconFolder, IconInfoCircle, IconPackageExport, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api } from "../../api/client.ts";
import { errorStatus, errorText } from "../../api/errors.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { launchJob } from "../../features/jobs/JobLaunchDialog.tsx";
import { modelOrigin } from "../../features/model-origin.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { keys } from "../../queries/keys.ts";
import { trainedModelsQuery, type TrainedModel } from "../../queries/models.ts";
import { queryClient } from "../../queries/query-client.ts";
import { alertDialog, confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { EmptyList } from "../EmptyList.tsx";
import { ListAnswer } from "../ListAnswer.tsx";
import { ColumnTable } from "../../ui/tables/ColumnTable.tsx";
import classes from "../ListPage.module.css";
import { openModelDetails } from "./open-details.tsx";

export default function ModelsPage() {
  usePageTitle(t("models.title"));
  return (
    <div className={classes.page}>
      <Title order={1} className={classes.title ?? ""}>
        {t("models.title")}
      </Title>
      <ListAnswer of={useQuery(trainedModelsQuery)}>
        {(models) =>
          models.length === 0 ? (
            <EmptyList
              icon={<IconCube stroke={1.25} />}
              title={t("models.empty")}
              text={t("models.emptyText")}
              guide="getting-started"
              browse={t("browse.selectDatasets")}
            />
          ) : (
            <ScrollArea className={classes.list ?? ""}>
              <ColumnTable
                label={t("models.title")}
                rows={models}
                keyOf={({ folderId, name }) => folderId ?? name}
                columns={[
                  { head: t("models.column.name"), render: (model) => <Name model={model} /> },
                  {
                    head: t("models.column.owner"),
                    width: 130,
                    isPale: true,
                    render: ({ ownerLogin }) => ownerLogin,
                  },
                  { head: t("models.column.folder"), width: 110, render: (model) => <Folder model={model} /> },
                  { width: 324, render: (model) => <Actions model={model} /> },
                ]}
              />
            </ScrollArea>
          )
        }
      </ListAnswer>
    </div>
  );
}

interface ModelProps {
  readonly model: TrainedModel;
}

function Name({ model }: ModelProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      {model.name}
      <Badge size="xs" variant="default" tt="none" flex="none">
        {modelOrigin(model)}
      </Badge>
    </Group>
  );
}

function Folder({ model: { name, folderId } }: ModelProps) {
  if (folderId === null) return null;
  return (
    <Button
      component={Link}
      to={`/folder/${folderId}`}
      size="compact-xs"
      variant="light"
      leftSection={<IconFolder size={14} stroke={1.75} />}
      aria-label={t("models.browseNamed", { name })}
    >
      {t("models.browse")}
    </Button>
  );
}

function Actions({ model }: ModelProps) {
  const { name, folderId } = model;
  if (folderId === null) return null;
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconInfoCircle size={14} stroke={1.75} />}
        aria-label={t("models.detailsOf", { name })}
        onClick={() => openModelDetails(model)}
      >
        {t("models.details")}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconPackageExport size={14} stroke={1.75} />}
        aria-label={t("models.exportNamed", { name })}
        onClick={() => void exportModel(name, folderId)}
      >
        {t("models.export")}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconTrash size={14} stroke={1.75} />}
        aria-label={t("models.deleteNamed", { name })}
        onClick={() => void deleteModel(name, folderId)}
      >
        {t("models.delete")}
      </Button>
    </Group>
  );
}

/** Exports into the user's first folder, where the data browser starts too. */
async function exportModel(name: string, modelFolderId: string): Promise<void> {
  await launchJob({
    title: t("models.exportTitle", { name }),
    async start() {
      const [own] = await api.call("folder.list", { parentType: "user", parentId: requireUser()._id, limit: 1 });
      await api.call("rpc.export", { modelFolderId, exportFolderId: own?._id ?? modelFolderId });
      return t("models.exportStarted", { folder: own?.name ?? name });
    },
  });
}

async function deleteModel(name: string, folderId: string): Promise<void> {
  const isSure = await confirmDialog({
    title: t("models.deleteTitle"),
    text: [t("models.deleteQuestion"), t("models.deleteName", { name })],
    positive: t("common.delete"),
    danger: true,
  });
  if (!isSure) return;
  try {
    await api.call("folder.delete", { id: folderId });
    notifications.show({ message: t("models.deleted", { name }), color: "teal" });
  } catch (error) {
    await alertDialog({
      title: t("models.deleteFailed"),
      text: errorStatus(error) === 403 ? t("models.deleteForbidden") : errorText(error),
    });
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.models });
    void queryClient.invalidateQueries({ queryKey: keys.places });
  }
}
