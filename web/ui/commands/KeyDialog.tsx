/** The dialog of all keys: find by name or key, record others, reset, export to a file and import. */
import { ActionIcon, Alert, Button, FileButton, Group, Text, TextInput, Title } from "@mantine/core";
import { signal } from "@preact/signals-core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconDownload, IconPlus, IconRestore, IconSearch, IconUpload, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { t } from "../../base/texts/index.ts";
import { cvatKeys } from "../../commands/cvat-keys.ts";
import { commandGroups, groupTitle } from "../../commands/groups.ts";
import {
  editableKeys,
  assignKeys,
  customKeys,
  hasKeyArguments,
  isReserved,
  ownerOf,
  printKeys,
  readKeys,
  resetKeys,
  setCustomKeys,
} from "../../commands/keymap.ts";
import { keyReadings } from "../../commands/keys.ts";
import { commandIds, commands, type CommandId } from "../../commands/registry.ts";
import { MountedModal } from "../dialogs/MountedModal.tsx";
import { toKeyInput } from "./keyboard.ts";
import classes from "./KeyDialog.module.css";
import { keyDialogOpen } from "./open-keys.ts";
import { Keys } from "./Keys.tsx";
import { Tip } from "../tips/Tip.tsx";

export default function KeyDialog() {
  useSignals();
  return (
    <MountedModal
      onClose={() => (keyDialogOpen.value = false)}
      title={t("keys.title")}
      size="lg"
      // Escape first cancels a recording.
      closeOnEscape={waiting.value === undefined}
    >
      <KeyList />
    </MountedModal>
  );
}

/** The command and position that the next key press is recorded for. */
interface Place {
  readonly id: CommandId;
  readonly index: number;
}

const waiting = signal<Place | undefined>(undefined);
/** A recorded key that already belongs to another command. */
const contested = signal<(Place & { readonly key: string; readonly owner: CommandId }) | undefined>(undefined);

function KeyList() {
  useSignals();
  const [query, setQuery] = useState("");
  const [fileProblem, setFileProblem] = useState<string | undefined>(undefined);
  useRecording();
  useEffect(
    () => () => {
      waiting.value = undefined;
      contested.value = undefined;
    },
    [],
  );
  const wanted = query.trim().toLowerCase();
  const matches = commandIds.filter((id) => {
    const words = [t(commands[id].label), id, ...editableKeys(id)].join(" ").toLowerCase();
    return wanted.split(/\s+/).every((word) => words.includes(word));
  });

  async function load(file: File | null): Promise<void> {
    if (file === null) return;
    const read = readKeys(await file.text());
    if (read === undefined) return setFileProblem(t("keys.notKeys", { name: file.name }));
    setCustomKeys(read.keys);
    setFileProblem(
      read.unknown.length === 0 ? undefined : t("keys.unknownCommands", { names: read.unknown.join(", ") }),
    );
  }

  return (
    <>
      <Group gap="xs" mb="xs">
        <TextInput
          className={classes.search ?? ""}
          leftSection={<IconSearch size={15} stroke={1.75} />}
          placeholder={t("keys.search")}
          aria-label={t("keys.search")}
          value={query}
          data-autofocus
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Button variant="default" leftSection={<IconDownload size={15} stroke={1.6} />} onClick={saveFile}>
          {t("keys.export")}
        </Button>
        <FileButton accept="application/json,.json" onChange={(file) => void load(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={15} stroke={1.6} />}>
              {t("keys.import")}
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          leftSection={<IconRestore size={15} stroke={1.6} />}
          disabled={Object.keys(customKeys.value).length === 0}
          onClick={() => setCustomKeys()}
        >
          {t("keys.resetAll")}
        </Button>
      </Group>
      <Group gap="xs" mb="xs">
        <Text c="dimmed">{t("keys.cvatText")}</Text>
        <Button variant="light" size="compact-sm" onClick={() => setCustomKeys(cvatKeys)}>
          {t("keys.cvat")}
        </Button>
      </Group>
      {fileProblem !== undefined && (
        <Alert mb="xs" color="yellow" withCloseButton onClose={() => setFileProblem(undefined)}>
          {fileProblem}
        </Alert>
      )}
      {matches.length === 0 && <Text c="dimmed">{t("keys.nothingFound")}</Text>}
      {commandGroups.map((group) => {
        const members = matches.filter((id) => commands[id].group === group);
        if (members.length === 0) return null;
        return (
          <section key={group} className={classes.group} aria-label={groupTitle(group)}>
            <Title order={3} mb={4}>
              {groupTitle(group)}
            </Title>
            {members.map((id) => (
              <KeyRow key={id} id={id} />
            ))}
          </section>
        );
      })}
    </>
  );
}

function KeyRow({ id }: { readonly id: CommandId }) {
  useSignals();
  const name = t(commands[id].label);
  const keys = editableKeys(id);
  const isFixed = hasKeyArguments(id);
  const isWaiting = (index: number) => waiting.value?.id === id && waiting.value.index === index;
  const conflict = contested.value?.id === id ? contested.value : undefined;
  return (
    <div className={classes.row} data-command={id} role="group" aria-label={name}>
      <Text className={classes.name ?? ""}>{name}</Text>
      <Group gap={4} className={classes.keys ?? ""}>
        {keys.map((key, index) => (
          <span key={index} className={classes.key}>
            <Tip label={t("keys.change")}>
              <button
                type="button"
                className={classes.change}
                data-waiting={isWaiting(index) || undefined}
                onClick={() => waitFor({ id, index })}
              >
                {isWaiting(index) ? t("keys.press") : key === "" ? t("keys.none") : <Keys keys={key} />}
              </button>
            </Tip>
            {key !== "" && (
              <ActionIcon
                size={18}
                aria-label={t("keys.remove", { key, name })}
                onClick={() => assignKeys(id, replaced(id, index, ""))}
              >
                <IconX size={12} stroke={1.8} />
              </ActionIcon>
            )}
          </span>
        ))}
        {!isFixed && (
          <span className={classes.key}>
            {isWaiting(keys.length) ? (
              <span className={classes.change} data-waiting>
                {t("keys.press")}
              </span>
            ) : (
              <Tip label={t("keys.add")}>
                <ActionIcon
                  size={22}
                  aria-label={t("keys.addTo", { name })}
                  onClick={() => waitFor({ id, index: keys.length })}
                >
                  <IconPlus size={14} stroke={1.8} />
                </ActionIcon>
              </Tip>
            )}
          </span>
        )}
        {customKeys.value[id] !== undefined && (
          <Tip label={t("keys.reset")}>
            <ActionIcon size={22} aria-label={t("keys.resetOf", { name })} onClick={() => resetKeys(id)}>
              <IconRestore size={14} stroke={1.8} />
            </ActionIcon>
          </Tip>
        )}
      </Group>
      {conflict !== undefined && (
        <Alert className={classes.conflict ?? ""} color="yellow" role="alert">
          <Group gap="xs">
            <Text>{t("keys.conflict", { key: conflict.key, name: t(commands[conflict.owner].label) })}</Text>
            <Button
              size="compact-xs"
              onClick={() => {
                assignKeys(id, replaced(id, conflict.index, conflict.key));
                contested.value = undefined;
              }}
            >
              {t("keys.take")}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => (contested.value = undefined)}>
              {t("common.cancel")}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}

function waitFor(place: Place): void {
  contested.value = undefined;
  waiting.value = place;
}

/** The command's keys with this one replaced; empty: removed. */
function replaced(id: CommandId, index: number, key: string): readonly string[] {
  const next = [...editableKeys(id)];
  next[index] = key;
  return hasKeyArguments(id) ? next : next.filter((each, i) => each !== "" && next.indexOf(each) === i);
}

/** Records the next key press. Escape cancels. */
function useRecording(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const place = waiting.peek();
      const [key] = keyReadings(toKeyInput(event));
      if (place === undefined || key === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      waiting.value = undefined;
      if (isReserved(key)) return;
      const owner = ownerOf(key, place.id);
      if (owner === undefined) assignKeys(place.id, replaced(place.id, place.index, key));
      else contested.value = { ...place, key, owner };
    }
    globalThis.addEventListener("keydown", onKeyDown, { capture: true });
    return () => globalThis.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}

function saveFile(): void {
  const url = URL.createObjectURL(new Blob([printKeys()], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "wakeline-keys.json";
  link.click();
  URL.revokeObjectURL(url);
}
