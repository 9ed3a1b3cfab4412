/** The user's sessions: end one, or all except this one. */
import { Badge, Button, ScrollArea, Skeleton, Table, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import type { Session } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { Answer } from "../../features/Answer.tsx";
import { sessionsQuery } from "../../queries/account.ts";
import { queryClient } from "../../queries/query-client.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { formatDate } from "../../ui/text/format.ts";
import listClasses from "../ListPage.module.css";
import classes from "./AccountPage.module.css";
import { deviceName } from "./device-name.ts";
import { showError } from "../../features/show-error.ts";
import { statusProps } from "../../ui/page/announce.ts";

export function Sessions() {
  const { _id: id } = requireUser();
  const sessions = useQuery(sessionsQuery(id));

  async function change(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work();
      notifications.show({ color: "teal", message: done });
    } catch (problem) {
      showError(problem);
    }
    await queryClient.invalidateQueries({ queryKey: sessionsQuery(id).queryKey });
  }

  async function endOthers(): Promise<void> {
    const isSure = await confirmDialog({
      title: t("sessions.endOthersTitle"),
      text: t("sessions.endOthersQuestion"),
      positive: t("sessions.endOthers"),
      danger: true,
    });
    if (isSure) await change(() => api.call("user.endOtherSessions", { id }), t("sessions.endedOthers"));
  }

  return (
    <>
      <Text c="dimmed">{t("sessions.text")}</Text>
      <Answer of={sessions} waiting={<Skeleton h={78} {...statusProps} aria-label={t("common.loading")} />}>
        {(found) => (
          <ScrollArea className={classes.wide ?? ""} mih={78}>
            <Table className={listClasses.table ?? ""} aria-label={t("sessions.list")} miw={640}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("sessions.device")}</Table.Th>
                  <Table.Th w={130}>{t("sessions.from")}</Table.Th>
                  <Table.Th w={138}>{t("sessions.began")}</Table.Th>
                  <Table.Th w={138}>{t("sessions.lastUse")}</Table.Th>
                  <Table.Th w={116} />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {found.map((session) => (
                  <SessionRow
                    key={session._id}
                    session={session}
                    onEnd={() =>
                      void change(
                        () => api.call("user.endSession", { id, sessionId: session._id }),
                        t("sessions.ended"),
                      )
                    }
                  />
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea>
        )}
      </Answer>
      <Button
        variant="default"
        disabled={sessions.data?.some(({ current }) => !current) !== true}
        onClick={() => void endOthers()}
      >
        {t("sessions.endOthers")}
      </Button>
    </>
  );
}

function SessionRow({ session, onEnd }: { readonly session: Session; onEnd(): void }) {
  const { agent, address, apiKey, created, current, lastUse } = session;
  const program = deviceName(agent);
  const device = apiKey === null ? program : t("sessions.script", { name: apiKey });
  return (
    <Table.Tr>
      <Table.Td title={agent ?? undefined} style={{ overflowWrap: "anywhere" }}>
        {device}
      </Table.Td>
      <Table.Td c="dimmed">{address}</Table.Td>
      <Table.Td c="dimmed">{formatDate(created)}</Table.Td>
      <Table.Td c="dimmed">
        {current ? t("sessions.now") : lastUse === null ? t("sessions.never") : formatDate(lastUse)}
      </Table.Td>
      <Table.Td ta="end">
        {current ? (
          <Badge size="sm" variant="light" tt="none">
            {t("sessions.current")}
          </Badge>
        ) : (
          <Button size="compact-xs" variant="default" aria-label={t("sessions.endOf", { device })} onClick={onEnd}>
            {t("sessions.end")}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
