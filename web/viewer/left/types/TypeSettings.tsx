/** Display and editing options of the type list, and bulk adding of types. */

import { ActionIcon, Button, Popover, Stack, Switch } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconListDetails, IconSettings } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../../base/texts/index.ts";
import type { ClientSettings } from "../../../session/display/settings.ts";
import { useViewer } from "../../viewer-context.ts";
import { ImportTypes } from "./ImportTypes.tsx";
import { Tip } from "../../../ui/tips/Tip.tsx";

type Toggles = Omit<ClientSettings["typeSettings"], "trackSortDir">;

export function TypeSettings() {
  useSignals();
  const { workspace } = useViewer();
  const { settings } = workspace;
  const now = settings.settings.value.typeSettings;
  const [isOpen, setIsOpen] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const toggle = (key: keyof Toggles, label: string) => (
    <Switch
      label={label}
      checked={now[key]}
      onChange={(event) => settings.change({ typeSettings: { [key]: event.currentTarget.checked } })}
    />
  );
  return (
    <>
      <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" withinPortal trapFocus>
        <Popover.Target>
          <Tip label={t("viewer.typeSettings")}>
            <ActionIcon size={24} aria-label={t("viewer.typeSettings")} onClick={() => setIsOpen(!isOpen)}>
              <IconSettings size={15} stroke={1.6} />
            </ActionIcon>
          </Tip>
        </Popover.Target>
        <Popover.Dropdown aria-label={t("viewer.typeSettings")}>
          <Stack gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconListDetails size={14} />}
              disabled={workspace.readOnly.value !== undefined}
              onClick={() => {
                setIsOpen(false);
                setIsImporting(true);
              }}
            >
              {t("lists.importTypes")}
            </Button>
            {toggle("showEmptyTypes", t("viewer.showEmpty"))}
            {toggle("lockTypes", t("viewer.lockTypes"))}
            {toggle("preventCascadeTypes", t("viewer.preventCascade"))}
            {toggle("filterTypesByFrame", t("viewer.filterTypesByFrame"))}
            {toggle("maxCountButton", t("lists.showMaxCount"))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {isImporting && <ImportTypes onClose={() => setIsImporting(false)} />}
    </>
  );
}
