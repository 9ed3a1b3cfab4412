/** Groups of users who are given access together: create them, and set members and ranks. */
import {
  ActionIcon,
  Anchor,
  Button,
  Checkbox,
  Group,
  Modal,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
} from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { UserGroup } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { Answer } from "../../features/Answer.tsx";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { foundUsersQuery, groupsQuery, membersQuery } from "../../queries/site-admin.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { ColumnTable } from "../../ui/tables/ColumnTable.tsx";
import { formatDate } from "../../ui/text/format.ts";
import classes from "../ListPage.module.css";
import { AdminList } from "./AdminList.tsx";
import { showError } from "../../features/show-error.ts";

const ranks = [0, 1, 2] as const;

export function GroupsTab() {
  const [page, setPage] = useState(0);
  const [shown, setShown] = useState<UserGroup>();
  const [isAdding, setAdding] = useState(false);
  return (
    <div className={classes.page}>
      <Group p="md">
        <Button variant="default" leftSection={<IconPlus size={15} stroke={1.75} />} onClick={() => setAdding(true)}>
          {t("site.groups.new")}
        </Button>
      </Group>
      <AdminList
        question={groupsQuery(page)}
        page={page}
        onPage={setPage}
        empty={{ title: t("site.groups.empty"), text: t("site.groups.emptyText") }}
      >
        {(groups) => (
          <ColumnTable
            label={t("admin.tab.groups")}
            rows={groups}
            keyOf={({ _id: id }) => id}
            columns={[
              {
                head: t("site.groups.name"),
                width: 220,
                render: (group) => (
                  <Anchor
                    component="button"
                    type="button"
                    fz="sm"
                    ta="left"
                    aria-label={t("site.groups.open", { name: group.name })}
                    onClick={() => setShown(group)}
                  >
                    {group.name}
                  </Anchor>
                ),
              },
              { head: t("site.groups.description"), isPale: true, render: ({ description }) => description },
              {
                head: t("admin.column.created"),
                width: 180,
                isPale: true,
                render: ({ created }) => formatDate(created),
              },
              {
                width: 50,
                render: (group) => (
                  <ActionIcon
                    size="sm"
                    aria-label={t("site.groups.delete", { name: group.name })}
                    onClick={() => void remove(group)}
                  >
                    <IconTrash size={16} stroke={1.6} />
                  </ActionIcon>
                ),
              },
            ]}
          />
        )}
      </AdminList>
      <Modal
        opened={isAdding}
        onClose={() => setAdding(false)}
        title={t("site.groups.new")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        <NewGroup
          onDone={(group) => {
            setAdding(false);
            setShown(group);
          }}
        />
      </Modal>
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={t("site.groups.membersOf", { name: shown?.name ?? "" })}
        size="lg"
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        {shown !== undefined && <Members group={shown} />}
      </Modal>
    </div>
  );
}

async function remove(group: UserGroup): Promise<void> {
  const isSure = await confirmDialog({
    title: t("site.groups.deleteTitle"),
    text: t("site.groups.deleteQuestion", { name: group.name }),
    positive: t("common.delete"),
    danger: true,
  });
  if (isSure) await change(() => api.call("group.delete", { id: group._id }));
}

async function change(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showError(error);
  }
  await queryClient.invalidateQueries({ queryKey: keys.admin });
}

function NewGroup({ onDone }: { onDone(group: UserGroup): void }) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [isPublic, setPublic] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    try {
      const group = await api.call("group.create", { name: name.trim(), description, public: isPublic });
      notifications.show({ color: "teal", message: t("site.groups.created", { name: group.name }) });
      onDone(group);
      await queryClient.invalidateQueries({ queryKey: keys.admin });
    } catch (error) {
      setFailure(errorText(error));
    }
  }
  return (
    <form onSubmit={(event) => void create(event)} noValidate>
      <Stack gap="sm">
        {failure !== undefined && <ErrorAlert text={failure} />}
        <TextInput
          label={t("site.groups.name")}
          withAsterisk
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t("site.groups.description")}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Checkbox
          label={t("site.groups.public")}
          checked={isPublic}
          onChange={(event) => setPublic(event.currentTarget.checked)}
        />
        <DialogButtons>
          <Button type="submit" disabled={name.trim() === ""}>
            {t("site.groups.create")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function Members({ group: { _id: id } }: { readonly group: UserGroup }) {
  const answer = useQuery(membersQuery(id));
  /** The API names a rank change by its direction. */
  async function setRank(userId: string, rank: number): Promise<void> {
    if (rank === 2) await api.call("group.addAdmin", { id, userId });
    else if (rank === 1) await api.call("group.addModerator", { id, userId });
    else {
      await api.call("group.removeAdmin", { id, userId });
      await api.call("group.removeModerator", { id, userId });
    }
  }
  return (
    <Stack gap="sm" mih={160}>
      <Answer of={answer}>
        {(members) =>
          members.length === 0 ? (
            <Text c="dimmed">{t("site.groups.noMembers")}</Text>
          ) : (
            <Table aria-label={t("site.groups.members")} withRowBorders={false} verticalSpacing={3}>
              <Table.Tbody>
                {members.map(({ id: userId, login, name, level }) => (
                  <Table.Tr key={userId}>
                    <Table.Td>
                      {login}{" "}
                      <Text span size="xs" c="dimmed">
                        {name}
                      </Text>
                    </Table.Td>
                    <Table.Td w={160}>
                      <Select
                        aria-label={t("site.groups.levelOf", { name: login })}
                        data={ranks.map((rank) => ({ value: String(rank), label: t(`site.groups.level.${rank}`) }))}
                        value={String(level)}
                        allowDeselect={false}
                        onChange={(rank) => rank !== null && void change(() => setRank(userId, Number(rank)))}
                      />
                    </Table.Td>
                    <Table.Td w={44}>
                      <ActionIcon
                        size="sm"
                        aria-label={t("site.groups.remove", { name: login })}
                        onClick={() => void change(() => api.call("group.removeMember", { id, userId }))}
                      >
                        <IconTrash size={16} stroke={1.6} />
                      </ActionIcon>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Answer>
      <MemberPicker
        memberIds={answer.data?.map((member) => member.id) ?? []}
        onPick={(userId) => void change(() => api.call("group.invite", { id, userId, level: 0, force: true }))}
      />
    </Stack>
  );
}

interface MemberPickerProps {
  readonly memberIds: readonly string[];
  onPick(userId: string): void;
}

function MemberPicker({ memberIds, onPick }: MemberPickerProps) {
  const [text, setText] = useState("");
  const [sought] = useDebouncedValue(text.trim(), 200);
  const users = useQuery({ ...foundUsersQuery(sought), enabled: sought !== "" }).data ?? [];
  const offered = users.filter(({ _id }) => !memberIds.includes(_id));
  return (
    <Select
      label={t("site.groups.add")}
      placeholder={t("site.groups.addHint")}
      searchable
      data={
        sought === ""
          ? []
          : offered.map(({ _id, login, firstName, lastName }) => ({
              value: _id,
              label: `${login} (${firstName} ${lastName})`,
            }))
      }
      // The server has already filtered, also by fields that the label does not show.
      filter={({ options }) => options}
      {...(sought !== "" && { nothingFoundMessage: t("site.groups.noMatch") })}
      value={null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        if (id === null) return;
        setText("");
        onPick(id);
      }}
    />
  );
}
