/** All accounts; site roles can be changed here. */
import { ActionIcon, Anchor, Badge, Button, Group, Menu, Modal, PasswordInput, Stack, TextInput } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useSignals } from "@preact/signals-react/runtime";
import { IconDots, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { User } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { WorkerCommand } from "../../features/jobs/WorkerCommand.tsx";
import { usersQuery } from "../../queries/admin.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { formatDate } from "../../ui/text/format.ts";
import classes from "../ListPage.module.css";
import { ColumnTable } from "../../ui/tables/ColumnTable.tsx";
import { AdminList } from "./AdminList.tsx";
import { openLinkDialog } from "./one-time-link.tsx";
import { NewUser } from "./NewUser.tsx";
import { showError } from "../../features/show-error.ts";

export function UsersTab() {
  const [page, setPage] = useState(0);
  const [passwordOf, setPasswordOf] = useState<User>();
  const [isAdding, setAdding] = useState(false);
  const [text, setText] = useState("");
  const [sought] = useDebouncedValue(text.trim(), 200);
  return (
    <div className={classes.page}>
      <Group p="md" gap="md">
        <Button variant="default" leftSection={<IconPlus size={15} stroke={1.75} />} onClick={() => setAdding(true)}>
          {t("site.users.new")}
        </Button>
        <TextInput
          type="search"
          w={300}
          aria-label={t("site.users.search")}
          placeholder={t("site.users.search")}
          value={text}
          onChange={(event) => {
            setPage(0);
            setText(event.currentTarget.value);
          }}
        />
      </Group>
      <AdminList
        question={usersQuery(page, sought)}
        page={page}
        onPage={setPage}
        empty={{ title: t("site.users.noneFound") }}
      >
        {(users) => (
          <ColumnTable
            label={t("admin.tab.users")}
            rows={users}
            keyOf={({ _id: id }) => id}
            columns={[
              {
                head: t("admin.column.login"),
                width: 180,
                render: ({ _id: id, login }) => (
                  <Anchor component={Link} to={`/user/${id}`} fz="sm">
                    {login}
                  </Anchor>
                ),
              },
              { head: t("admin.column.name"), render: ({ firstName, lastName }) => `${firstName} ${lastName}` },
              { head: t("admin.column.email"), isPale: true, render: ({ email }) => email },
              { head: t("admin.column.role"), width: 190, render: (user) => <Roles user={user} /> },
              {
                head: t("admin.column.joined"),
                width: 190,
                isPale: true,
                render: ({ created }) => formatDate(created),
              },
              { width: 50, render: (user) => <UserMenu user={user} onSetPassword={() => setPasswordOf(user)} /> },
            ]}
          />
        )}
      </AdminList>
      <Modal
        opened={passwordOf !== undefined}
        onClose={() => setPasswordOf(undefined)}
        title={t("admin.users.passwordOf", { login: passwordOf?.login ?? "" })}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        {passwordOf !== undefined && <PasswordForm user={passwordOf} onDone={() => setPasswordOf(undefined)} />}
      </Modal>
      <Modal
        opened={isAdding}
        onClose={() => setAdding(false)}
        title={t("site.users.new")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        <NewUser onDone={() => setAdding(false)} />
      </Modal>
    </div>
  );
}

function Roles({ user }: { readonly user: User }) {
  useSignals();
  return (
    <Group gap={4} py={2}>
      {user.admin && <Role text={t("admin.users.admin")} color="wake" />}
      {user.status === "disabled" && <Role text={t("admin.users.disabled")} color="red" />}
      {user.status === "pending" && <Role text={t("site.users.pending")} color="yellow" />}
      {user.user_private_queue_enabled === true && <Role text={t("site.users.privateQueue")} color="gray" />}
      {requireUser()._id === user._id && <Role text={t("admin.users.you")} color="gray" />}
    </Group>
  );
}

function UserMenu({ user, onSetPassword }: { readonly user: User; onSetPassword(): void }) {
  useSignals();
  const isSelf = requireUser()._id === user._id;
  const isDisabled = user.status === "disabled";
  const isPending = user.status === "pending";
  const hasPrivateQueue = user.user_private_queue_enabled === true;
  const { _id: id, login } = user;
  const change = (changes: { admin?: boolean; status?: "enabled" | "disabled" }): void => void update(user, changes);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={t("admin.users.actions", { login: user.login })}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {/* Administrators who removed their own rights could not restore them. */}
        <Menu.Item disabled={isSelf} onClick={() => change({ admin: !user.admin })}>
          {user.admin ? t("admin.users.takeAdmin") : t("admin.users.makeAdmin")}
        </Menu.Item>
        {isPending && <Menu.Item onClick={() => change({ status: "enabled" })}>{t("site.users.approve")}</Menu.Item>}
        <Menu.Item disabled={isSelf} onClick={() => change({ status: isDisabled ? "enabled" : "disabled" })}>
          {isDisabled ? t("admin.users.enable") : t("admin.users.disable")}
        </Menu.Item>
        <Menu.Item onClick={onSetPassword}>{t("admin.users.setPassword")}</Menu.Item>
        <Menu.Item disabled={isDisabled} onClick={() => void openLinkDialog(user)}>
          {t("site.users.link")}
        </Menu.Item>
        <Menu.Item onClick={() => void setPrivateQueue(user, !hasPrivateQueue)}>
          {hasPrivateQueue ? t("site.users.privateOff") : t("site.users.privateOn")}
        </Menu.Item>
        <Menu.Item
          disabled={isSelf}
          onClick={() =>
            void act(() => api.call("user.endOtherSessions", { id }), t("site.users.sessionsEnded", { login }))
          }
        >
          {t("site.users.endSessions")}
        </Menu.Item>
        {user.otp === true && (
          <Menu.Item
            onClick={() => void act(() => api.call("user.removeOtp", { id }), t("site.users.codesAreOff", { login }))}
          >
            {t("site.users.codesOff")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Role({ text, color }: { readonly text: string; readonly color: string }) {
  return (
    <Badge size="sm" miw="max-content" variant="light" color={color} tt="none">
      {text}
    </Badge>
  );
}

async function update(user: User, changes: { admin?: boolean; status?: "enabled" | "disabled" }): Promise<void> {
  const { _id: id, firstName, lastName, email = "" } = user;
  const work = () => api.call("user.update", { id, firstName, lastName, email, ...changes });
  await act(work, t("admin.users.changed", { login: user.login }));
}

/** After enabling it, shows how to start a worker for the jobs. */
async function setPrivateQueue({ _id: id, login }: User, isOn: boolean): Promise<void> {
  const work = () => api.call("user.usePrivateQueue", { id, privateQueueEnabled: isOn });
  const isDone = await act(work, t("admin.users.changed", { login }));
  if (!isDone || !isOn) return;
  dialogs.open({
    title: t("jobs.workerOf", { login }),
    size: "lg",
    closeButtonProps: { "aria-label": t("common.close") },
    children: <WorkerCommand login={login} text={t("jobs.workerOfText", { login })} />,
  });
}

/** @returns whether it succeeded; reports the result itself */
async function act(work: () => Promise<unknown>, done: string): Promise<boolean> {
  let isDone = true;
  try {
    await work();
    notifications.show({ message: done, color: "teal" });
  } catch (error) {
    isDone = false;
    showError(error);
  }
  await queryClient.invalidateQueries({ queryKey: keys.admin });
  return isDone;
}

function PasswordForm({ user, onDone }: { readonly user: User; onDone(): void }) {
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<string>();
  async function save(): Promise<void> {
    try {
      await api.call("user.setPassword", { id: user._id, password });
      notifications.show({ message: t("admin.users.passwordSet", { login: user.login }), color: "teal" });
      onDone();
    } catch (error) {
      setFailure(errorText(error));
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        <PasswordInput
          label={t("admin.users.newPassword")}
          autoComplete="new-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {failure !== undefined && <ErrorAlert text={failure} />}
        <DialogButtons>
          <Button type="submit" disabled={password === ""}>
            {t("common.save")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
