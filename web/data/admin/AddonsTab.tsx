/** Add-ons, collections of pipelines that a worker can fetch; a job installs the chosen ones. */
import { Badge, Button, Checkbox, Group, Table, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { launchJob } from "../../features/jobs/JobLaunchDialog.tsx";
import { addonsQuery, type Addon } from "../../queries/admin.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import classes from "../ListPage.module.css";
import { AdminList } from "./AdminList.tsx";

export function AddonsTab() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [force, setForce] = useState(false);
  async function install(): Promise<void> {
    const isStarted = await launchJob({
      title: t("admin.tab.addons"),
      success: t("admin.addons.started"),
      start: () => api.call("configuration.upgradePipelines", { body: [...chosen], force }),
    });
    if (isStarted) setChosen(new Set());
    await queryClient.invalidateQueries({ queryKey: keys.admin });
  }
  return (
    <div className={classes.page}>
      <Group p="md" gap="md">
        <Button disabled={chosen.size === 0} onClick={() => void install()}>
          {t("admin.addons.install", { count: chosen.size })}
        </Button>
        <Checkbox
          label={t("admin.addons.force")}
          checked={force}
          onChange={(event) => setForce(event.currentTarget.checked)}
        />
      </Group>
      <AdminList question={addonsQuery} empty={{ title: t("admin.addons.empty"), text: t("admin.addons.emptyText") }}>
        {(addons) => (
          <Table className={classes.table ?? ""} stickyHeader highlightOnHover aria-label={t("admin.tab.addons")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={44} />
                <Table.Th w={200}>{t("admin.column.name")}</Table.Th>
                <Table.Th>{t("admin.addons.column.description")}</Table.Th>
                <Table.Th>{t("admin.addons.column.url")}</Table.Th>
                <Table.Th w={110}>{t("admin.addons.column.installed")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {addons.map((addon) => (
                <AddonRow
                  key={addon.url}
                  addon={addon}
                  isChosen={chosen.has(addon.url)}
                  onToggle={() => setChosen((before) => toggled(before, addon.url))}
                />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </AdminList>
    </div>
  );
}

interface AddonRowProps {
  readonly addon: Addon;
  readonly isChosen: boolean;
  onToggle(): void;
}

function AddonRow({ addon, isChosen, onToggle }: AddonRowProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={t("admin.addons.choose", { name: addon.name })}
          checked={isChosen}
          onChange={onToggle}
        />
      </Table.Td>
      <Table.Td>{addon.name}</Table.Td>
      <Table.Td>{addon.description}</Table.Td>
      <Table.Td>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {addon.url}
        </Text>
      </Table.Td>
      <Table.Td>
        {addon.isInstalled && (
          <Badge size="sm" variant="light" color="green" tt="none">
            {t("admin.addons.installed")}
          </Badge>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function toggled(chosen: ReadonlySet<string>, url: string): ReadonlySet<string> {
  const others = [...chosen].filter((other) => other !== url);
  return new Set(others.length < chosen.size ? others : [...others, url]);
}
