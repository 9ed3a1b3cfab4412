/** API keys for scripts: creating (shown once), switching off and deleting them. */
import { ActionIcon, Button, Code, ScrollArea, Switch, Table, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey, ScopeDescription } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { Answer } from "../../features/Answer.tsx";
import { apiKeysQuery, scopesQuery } from "../../queries/account.ts";
import { queryClient } from "../../queries/query-client.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { formatDate } from "../../ui/text/format.ts";
import listClasses from "../ListPage.module.css";
import classes from "./AccountPage.module.css";
import { NewKeyDialog } from "./NewKeyDialog.tsx";
import { Tip } from "../../ui/tips/Tip.tsx";
import { showError } from "../../features/show-error.ts";

export function ApiKeys() {
  const scopes = useQuery(scopesQuery).data;
  const [isAdding, setAdding] = useState(false);
  const known = [...(scopes?.custom ?? []), ...(scopes?.adminCustom ?? [])];
  return (
    <>
      <Text c="dimmed">{t("profile.keys.text")}</Text>
      <Answer of={useQuery(apiKeysQuery)}>
        {(found) =>
          found.length === 0 ? (
            <Text c="dimmed">{t("profile.keys.empty")}</Text>
          ) : (
            <ScrollArea className={classes.wide ?? ""}>
              <Table className={listClasses.table ?? ""} aria-label={t("profile.keys.list")}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t("profile.keys.name")}</Table.Th>
                    <Table.Th w={90}>{t("profile.keys.key")}</Table.Th>
                    <Table.Th>{t("profile.keys.scope")}</Table.Th>
                    <Table.Th w={140}>{t("profile.keys.lastUse")}</Table.Th>
                    <Table.Th w={70}>{t("profile.keys.active")}</Table.Th>
                    <Table.Th w={40} />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {found.map((key) => (
                    <KeyRow key={key._id} apiKey={key} scopes={known} />
                  ))}
                </Table.Tbody>
              </Table>
            </ScrollArea>
          )
        }
      </Answer>
      <Button variant="default" leftSection={<IconPlus size={15} stroke={1.75} />} onClick={() => setAdding(true)}>
        {t("profile.keys.new")}
      </Button>
      <NewKeyDialog isOpen={isAdding} scopes={scopes} onClose={() => setAdding(false)} />
    </>
  );
}

function KeyRow({ apiKey, scopes }: { readonly apiKey: ApiKey; readonly scopes: readonly ScopeDescription[] }) {
  const { _id: id, active, key, lastUse, scope } = apiKey;
  const name = apiKey.name === "" ? t("profile.keys.unnamed") : apiKey.name;
  async function remove(): Promise<void> {
    const isSure = await confirmDialog({
      title: t("profile.keys.deleteTitle"),
      text: t("profile.keys.deleteQuestion", { name }),
      positive: t("common.delete"),
      danger: true,
    });
    if (isSure) await changeKeys(() => api.call("apiKey.delete", { id }));
  }
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>{name}</Table.Td>
      <Table.Td>
        <Code>{key}</Code>
      </Table.Td>
      <Table.Td>
        <Text size="sm" c="dimmed">
          {scope === null
            ? t("profile.keys.everything")
            : scope.map((each) => scopes.find((one) => one.id === each)?.name ?? each).join(", ")}
        </Text>
      </Table.Td>
      <Table.Td c="dimmed">{lastUse === null ? t("profile.keys.never") : formatDate(lastUse)}</Table.Td>
      <Table.Td>
        <Switch
          aria-label={t("profile.keys.activeOf", { name })}
          checked={active}
          onChange={(event) => {
            const isActive = event.currentTarget.checked;
            void changeKeys(() => api.call("apiKey.update", { id, active: isActive }));
          }}
        />
      </Table.Td>
      <Table.Td>
        <Tip label={t("profile.keys.delete", { name })}>
          <ActionIcon size="sm" aria-label={t("profile.keys.delete", { name })} onClick={() => void remove()}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </Tip>
      </Table.Td>
    </Table.Tr>
  );
}

async function changeKeys(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    showError(error);
  }
  await queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
}
