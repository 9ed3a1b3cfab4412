/** The webhooks of a dataset, a folder or the site: create, test, turn off and delete them. */
import { ActionIcon, Badge, Button, EmptyState, Group, Menu, Stack, Table, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDots, IconPlus, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { webhooksQuery } from "../../queries/webhooks.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { GuideAnchor } from "../../ui/page/GuideAnchor.tsx";
import { Answer } from "../Answer.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { NewSecret } from "./NewSecret.tsx";
import { NewWebhook } from "./NewWebhook.tsx";
import { showError } from "../show-error.ts";

/** The view that replaces the list. */
type Shown =
  | { readonly kind: "new" }
  | { readonly kind: "secret"; readonly webhook: Webhook }
  | { readonly kind: "messages"; readonly webhook: Webhook };

/** @param folderId a dataset or a folder; missing: the site */
export default function Webhooks({ folderId }: { readonly folderId?: string }) {
  const [shown, setShown] = useState<Shown>();
  const list = useQuery(webhooksQuery(folderId));
  const back = (): void => setShown(undefined);
  if (shown?.kind === "new") {
    return (
      <NewWebhook folderId={folderId} onMade={(webhook) => setShown({ kind: "secret", webhook })} onCancel={back} />
    );
  }
  if (shown?.kind === "secret") return <NewSecret webhook={shown.webhook} onDone={back} />;
  if (shown?.kind === "messages") return <Deliveries webhook={shown.webhook} onBack={back} />;
  return (
    <Stack gap="md">
      <Group align="start" justify="space-between" wrap="nowrap">
        <Text c="dimmed" maw={640}>
          {t("webhooks.intro")} <GuideAnchor page="sharing" isOutside />
        </Text>
        <Button
          flex="none"
          variant="default"
          leftSection={<IconPlus size={15} stroke={1.75} />}
          onClick={() => setShown({ kind: "new" })}
        >
          {t("webhooks.add")}
        </Button>
      </Group>
      <Answer of={list}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState mt="xl" icon={<IconWebhook stroke={1.25} />} title={t("webhooks.none")} />
          ) : (
            <Table aria-label={t("webhooks.list")} highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("webhooks.column.url")}</Table.Th>
                  <Table.Th>{t("webhooks.column.events")}</Table.Th>
                  <Table.Th w={90}>{t("webhooks.column.state")}</Table.Th>
                  <Table.Th w={50} />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {all.map((webhook) => (
                  <Row key={webhook._id} webhook={webhook} onMessages={() => setShown({ kind: "messages", webhook })} />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Answer>
    </Stack>
  );
}

function Row({ webhook, onMessages }: { readonly webhook: Webhook; onMessages(): void }) {
  const { _id: id, url, description, events, active } = webhook;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        {url}
        {description !== "" && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </Table.Td>
      <Table.Td c="dimmed">{events.map((event) => t(`webhooks.event.${event}`)).join(", ")}</Table.Td>
      <Table.Td>
        <Badge size="sm" variant="light" tt="none" color={active ? "teal" : "gray"}>
          {t(active ? "webhooks.on" : "webhooks.off")}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t("webhooks.actions", { url })}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              onClick={() =>
                void change(async () => {
                  await api.call("webhook.test", { id });
                  onMessages();
                })
              }
            >
              {t("webhooks.test")}
            </Menu.Item>
            <Menu.Item onClick={onMessages}>{t("webhooks.messages")}</Menu.Item>
            <Menu.Item onClick={() => void change(() => api.call("webhook.update", { id, body: { active: !active } }))}>
              {t(active ? "webhooks.turnOff" : "webhooks.turnOn")}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="var(--mantine-color-error)" onClick={() => void remove(webhook)}>
              {t("webhooks.delete")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Table.Td>
    </Table.Tr>
  );
}

async function remove({ _id: id, url }: Webhook): Promise<void> {
  const isSure = await confirmDialog({
    title: t("webhooks.delete"),
    text: t("webhooks.deleteQuestion", { url }),
    positive: t("webhooks.delete"),
    danger: true,
  });
  if (!isSure) return;
  await change(async () => {
    await api.call("webhook.delete", { id });
    notifications.show({ message: t("webhooks.deleted"), color: "teal" });
  });
}

async function change(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showError(error);
  }
  await queryClient.invalidateQueries({ queryKey: keys.webhooks });
}
