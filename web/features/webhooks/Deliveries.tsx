/** The deliveries of a webhook: the outcome of each, why one failed, and a button to send it again. */
import { Badge, Button, Group, Stack, Table, Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Webhook, WebhookDelivery } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { deliveriesQuery } from "../../queries/webhooks.ts";
import { formatDate } from "../../ui/text/format.ts";
import { Answer } from "../Answer.tsx";
import { showError } from "../show-error.ts";

/** Refresh interval while a message is waiting. */
const everyMs = 2000;
const colors = { waiting: "yellow", delivered: "teal", failed: "red" } as const;

export function Deliveries({ webhook, onBack }: { readonly webhook: Webhook; onBack(): void }) {
  const { _id: id, url } = webhook;
  const deliveries = useQuery({
    ...deliveriesQuery(id),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === "waiting") === true ? everyMs : false),
  });
  return (
    <Stack gap="sm">
      <Group gap="xs" wrap="nowrap">
        <Button
          flex="none"
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowLeft size={15} stroke={1.6} />}
          onClick={onBack}
        >
          {t("webhooks.list")}
        </Button>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {t("webhooks.messagesOf", { url })}
        </Text>
      </Group>
      <Answer of={deliveries}>
        {(all) =>
          all.length === 0 ? (
            <Text c="dimmed">{t("webhooks.noMessages")}</Text>
          ) : (
            <Table aria-label={t("webhooks.messagesOf", { url })}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={180}>{t("webhooks.column.event")}</Table.Th>
                  <Table.Th w={180}>{t("webhooks.column.time")}</Table.Th>
                  <Table.Th>{t("webhooks.column.outcome")}</Table.Th>
                  <Table.Th w={120} />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {all.map((delivery) => (
                  <Row key={delivery._id} id={id} delivery={delivery} />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Answer>
    </Stack>
  );
}

function Row({ id, delivery }: { readonly id: string; readonly delivery: WebhookDelivery }) {
  const { _id: deliveryId, event, created, state, answered, failure, due } = delivery;
  const facts = [
    ...(failure === undefined ? [] : [failure]),
    ...(failure === undefined && answered !== null ? [t("webhooks.answered", { status: answered })] : []),
    ...(state === "waiting" && due !== undefined ? [t("webhooks.nextRetry", { time: formatDate(due) })] : []),
  ];
  return (
    <Table.Tr>
      <Table.Td>{event}</Table.Td>
      <Table.Td c="dimmed">{formatDate(created)}</Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Badge size="sm" variant="light" tt="none" color={colors[state]}>
          {t(`webhooks.${state}`)}
        </Badge>{" "}
        <Text span size="sm" c="dimmed">
          {facts.join(", ")}
        </Text>
      </Table.Td>
      <Table.Td>
        {state !== "waiting" && (
          <Button
            size="compact-sm"
            variant="light"
            aria-label={`${t("webhooks.resend")}: ${event}, ${formatDate(created)}`}
            onClick={() => void resend(id, deliveryId)}
          >
            {t("webhooks.resend")}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

async function resend(id: string, deliveryId: string): Promise<void> {
  try {
    await api.call("webhook.resend", { id, deliveryId });
  } catch (error) {
    showError(error);
  }
  await queryClient.invalidateQueries({ queryKey: keys.webhooks });
}
