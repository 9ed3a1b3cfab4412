/** The keys that assign a value of this attribute to the selection. */

import { Button, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { t } from "../../../base/texts/index.ts";
import { keyReadings } from "../../../commands/keys.ts";
import { toKeyInput } from "../../../ui/commands/keyboard.ts";
import classes from "./AttributeDialog.module.css";
import type { ShortcutDraft } from "./shortcut-rules.ts";
import { ToolButton } from "../../parts/ToolButton.tsx";

interface ShortcutFieldsProps {
  readonly shortcuts: readonly ShortcutDraft[];
  readonly problems: readonly (string | undefined)[];
  onChange(shortcuts: readonly ShortcutDraft[]): void;
}

export function ShortcutFields({ shortcuts, problems, onChange }: ShortcutFieldsProps) {
  const put = (id: number, part: Partial<ShortcutDraft>) =>
    onChange(shortcuts.map((each) => (each.id === id ? { ...each, ...part } : each)));

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, id: number): void {
    // Tab and Escape still leave the field and the dialog.
    if (event.key === "Tab" || event.key === "Escape") return;
    const [key] = keyReadings(toKeyInput(event.nativeEvent));
    event.preventDefault();
    if (key !== undefined) put(id, { key });
  }

  return (
    <Stack gap={6} role="group" aria-label={t("attributes.shortcuts")}>
      <div>
        <Text fw={500}>{t("attributes.shortcuts")}</Text>
        <Text c="dimmed" size="xs">
          {t("attributes.shortcutsHint")}
        </Text>
      </div>
      {shortcuts.map(({ id, key, value }, at) => (
        <div key={id} className={classes.row}>
          <TextInput
            className={classes.grow ?? ""}
            size="xs"
            aria-label={t("attributes.shortcutKey")}
            placeholder={t("attributes.pressKey")}
            value={key}
            readOnly
            error={problems[at]}
            onKeyDown={(event) => onKeyDown(event, id)}
          />
          <TextInput
            className={classes.grow ?? ""}
            size="xs"
            aria-label={t("attributes.shortcutValue")}
            placeholder={t("attributes.clears")}
            value={value}
            onChange={(event) => put(id, { value: event.currentTarget.value })}
          />
          <ToolButton
            label={t("attributes.removeShortcut")}
            icon={<IconX size={15} stroke={1.6} />}
            size={28}
            onClick={() => onChange(shortcuts.filter((each) => each.id !== id))}
          />
        </div>
      ))}
      <Button
        variant="default"
        style={{ alignSelf: "start" }}
        leftSection={<IconPlus size={14} />}
        onClick={() =>
          onChange([...shortcuts, { id: Math.max(-1, ...shortcuts.map(({ id }) => id)) + 1, key: "", value: "" }])
        }
      >
        {t("attributes.addShortcut")}
      </Button>
    </Stack>
  );
}
