/** Add-ons, collections of pipelines that a worker can fetch; a job installs the chosen ones. */
import { Badge, Button, Checkbox, Group, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { launchJob } from "../../features/jobs/JobLaunchDialog.tsx";
import { addonsQuery } from "../../queries/admin.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { ColumnTable } from "../../ui/tables/ColumnTable.tsx";
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
          <ColumnTable
            label={t("admin.tab.addons")}
            rows={addons}
            keyOf={({ url }) => url}
            columns={[
              {
                width: 44,
                render: ({ name, url }) => (
                  <Checkbox
                    size="xs"
                    aria-label={t("admin.addons.choose", { name })}
                    checked={chosen.has(url)}
                    onChange={() => setChosen((before) => toggled(before, url))}
                  />
                ),
              },
              { head: t("admin.column.name"), width: 200, render: ({ name }) => name },
              { head: t("admin.addons.column.description"), render: ({ description }) => description },
              {
                head: t("admin.addons.column.url"),
                render: ({ url }) => (
                  <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                    {url}
                  </Text>
                ),
              },
              {
                head: t("admin.addons.column.installed"),
                width: 110,
                render: ({ isInstalled }) =>
                  isInstalled && (
                    <Badge size="sm" variant="light" color="green" tt="none">
                      {t("admin.addons.installed")}
                    </Badge>
                  ),
              },
            ]}
          />
        )}
      </AdminList>
    </div>
  );
}

function toggled(chosen: ReadonlySet<string>, url: string): ReadonlySet<string> {
  const others = [...chosen].filter((other) => other !== url);
  return new Set(others.length < chosen.size ? others : [...others, url]);
}
