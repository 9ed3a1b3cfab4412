/**
 * Says that the set in the address does not exist: an empty set of that name is shown, and the first save creates it.
 */

import { Alert, Button, Group, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { t } from "../../../base/texts/index.ts";
import { annotationSetsQuery } from "../../../queries/annotations.ts";
import { viewerPath } from "../../open/viewer-path.ts";
import { useViewer } from "../../viewer-context.ts";
import { statusProps } from "../../../ui/page/announce.ts";

export function MissingSetNotice() {
  useSignals();
  const { workspace } = useViewer();
  const { setName } = workspace.active.value.document.value.address;
  return setName === undefined ? null : <NoticeFor setName={setName} />;
}

function NoticeFor({ setName }: { readonly setName: string }) {
  useSignals();
  const { workspace } = useViewer();
  const [isDismissed, setDismissed] = useState(false);
  const sets = useQuery(annotationSetsQuery(workspace.active.value.document.value.address.datasetId));
  if (sets.data === undefined || sets.data.includes(setName) || isDismissed) return null;
  return (
    <Alert
      {...statusProps}
      color="yellow"
      variant="default"
      px="sm"
      py={6}
      withCloseButton
      closeButtonLabel={t("common.close")}
      onClose={() => setDismissed(true)}
      data-testid="missing-set"
    >
      <Group gap="sm">
        <Text size="sm">{t("history.setMissing", { name: setName })}</Text>
        <Button
          component={Link}
          size="compact-xs"
          variant="light"
          to={viewerPath({ datasetId: workspace.dataset.id, setName: undefined })}
        >
          {t("history.setOpenDefault")}
        </Button>
      </Group>
    </Alert>
  );
}
