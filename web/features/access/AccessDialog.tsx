/**
 * The dialog that sets who may see and change a folder or a collection: users and groups with their levels, and whether
 * it is public.
 */
import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  Group,
  Select,
  Skeleton,
  Stack,
  Switch,
  Table,
  Text,
} from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { useDebouncedValue } from "@mantine/hooks";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { notifications } from "@mantine/notifications";
import { IconTrash, IconUser, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Collection, Folder } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../use-submission.ts";
import { Answer } from "../Answer.tsx";
import { accessQuery, peopleQuery, type Grant } from "../../queries/access.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { CutText } from "../../ui/text/CutText.tsx";
import { statusProps } from "../../ui/page/announce.ts";

type Target = Folder | Collection;

const modalId = "access-control";
const levels = [0, 1, 2] as const;
const ownerLevel = 2;

export function openAccessDialog(target: Target): void {
  // The form must start with the current state, not with a cached one.
  queryClient.removeQueries({ queryKey: keys.access });
  dialogs.open({
    modalId,
    title: t("access.titleOf", { name: target.name }),
    size: "lg",
    closeButtonProps: { "aria-label": t("common.close") },
    children: target._accessLevel >= ownerLevel ? <AccessForm target={target} /> : <Text>{t("access.notYours")}</Text>,
  });
}

function AccessForm({ target }: { readonly target: Target }) {
  return (
    <Answer
      of={useQuery(accessQuery(target._modelType, target._id))}
      waiting={<Skeleton h={220} {...statusProps} aria-label={t("common.loading")} />}
    >
      {(stored) => <GrantList target={target} stored={stored} />}
    </Answer>
  );
}

function GrantList({ target, stored }: { readonly target: Target; readonly stored: readonly Grant[] }) {
  const [grants, setGrants] = useState(stored);
  const [isPublic, setPublic] = useState(target.public === true);
  const [recurse, setRecurse] = useState(false);
  const { isBusy, failure, send } = useSubmission();
  const user = requireUser();
  const change = (id: string, level: number | undefined): void =>
    setGrants((before) =>
      before.flatMap((grant) => (grant.id !== id ? [grant] : level === undefined ? [] : [{ ...grant, level }])),
    );

  async function save(): Promise<void> {
    const was = listText(stored, { public: target.public === true });
    await send(async () => {
      const route = target._modelType === "folder" ? "folder.setAccess" : "collection.setAccess";
      await api.call(route, { id: target._id, access: listText(grants), was, public: isPublic, recurse });
      notifications.show({ message: t("access.saved", { name: target.name }), color: "teal" });
      dialogs.close(modalId);
    });
    // After a refusal, too: others may have changed whether it is public.
    for (const queryKey of [keys.places, keys.shared]) void queryClient.invalidateQueries({ queryKey });
  }

  return (
    <Stack gap="md">
      <Switch
        label={t("access.public")}
        description={t("access.publicHint")}
        checked={isPublic}
        onChange={(event) => setPublic(event.currentTarget.checked)}
      />
      <Table aria-label={t("access.list")} withRowBorders={false} verticalSpacing={3}>
        <Table.Tbody>
          {grants.map((grant) => (
            // Users who removed their own access could not restore it; site administrators can.
            <GrantRow
              key={grant.id}
              grant={grant}
              isFixed={grant.id === user._id && !user.admin}
              onChange={(level) => change(grant.id, level)}
            />
          ))}
        </Table.Tbody>
      </Table>
      {grants.length === 0 && <Text c="dimmed">{t("access.adminsOnly")}</Text>}
      <PersonPicker granted={grants} onPick={(grant) => setGrants((before) => [...before, grant])} />
      <Checkbox
        label={t("access.recurse")}
        checked={recurse}
        onChange={(event) => setRecurse(event.currentTarget.checked)}
      />
      {failure !== undefined && <ErrorAlert text={failure} />}
      <DialogButtons>
        <Button variant="default" onClick={() => dialogs.close(modalId)}>
          {t("common.cancel")}
        </Button>
        <Button loading={isBusy} onClick={() => void save()}>
          {t("common.save")}
        </Button>
      </DialogButtons>
    </Stack>
  );
}

interface GrantRowProps {
  readonly grant: Grant;
  readonly isFixed: boolean;
  /** `undefined`: removed. */
  onChange(level: number | undefined): void;
}

function GrantRow({ grant, isFixed, onChange }: GrantRowProps) {
  const { name, note, kind, level } = grant;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          {kind === "user" ? <IconUser size={16} stroke={1.6} /> : <IconUsers size={16} stroke={1.6} />}
          <CutText>{name}</CutText>
          {kind === "group" ? (
            <Badge size="xs" variant="default" tt="none">
              {t("access.group")}
            </Badge>
          ) : (
            <Text component="span" size="xs" c="dimmed" miw={0}>
              <CutText>{note}</CutText>
            </Text>
          )}
        </Group>
      </Table.Td>
      <Table.Td w={150}>
        <Select
          aria-label={t("access.levelOf", { name })}
          data={levels.map((value) => ({ value: String(value), label: t(`access.level.${value}`) }))}
          value={String(level)}
          allowDeselect={false}
          disabled={isFixed}
          onChange={(value) => value !== null && onChange(Number(value))}
        />
      </Table.Td>
      <Table.Td w={44}>
        <ActionIcon
          size="sm"
          disabled={isFixed}
          aria-label={t("access.remove", { name })}
          onClick={() => onChange(undefined)}
        >
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}

interface PersonPickerProps {
  readonly granted: readonly Grant[];
  onPick(grant: Grant): void;
}

function PersonPicker({ granted, onPick }: PersonPickerProps) {
  const [text, setText] = useState("");
  const [sought] = useDebouncedValue(text.trim(), 200);
  const people = useQuery({ ...peopleQuery(sought), enabled: sought !== "" }).data ?? [];
  const offered = people.filter(({ id }) => granted.every((grant) => grant.id !== id));
  return (
    <Select
      label={t("access.add")}
      placeholder={t("access.addHint")}
      searchable
      data={
        sought === ""
          ? []
          : offered.map(({ id, name, note }) => ({ value: id, label: note === "" ? name : `${name} (${note})` }))
      }
      // The server has already filtered, also by fields that the label does not show.
      filter={({ options }) => options}
      {...(sought !== "" && { nothingFoundMessage: t("access.nothing") })}
      value={null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        const grant = offered.find((each) => each.id === id);
        if (grant === undefined) return;
        setText("");
        onPick(grant);
      }}
    />
  );
}

function listText(grants: readonly Grant[], more: { readonly public?: boolean } = {}): string {
  const entries = (kind: Grant["kind"]) =>
    grants.filter((grant) => grant.kind === kind).map(({ id, level }) => ({ id, level, flags: [] }));
  return JSON.stringify({ users: entries("user"), groups: entries("group"), ...more });
}
