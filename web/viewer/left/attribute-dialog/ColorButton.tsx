/** A color swatch; a click opens a color dialog. */

import { Button, ColorPicker, ColorSwatch, Group, Modal, Stack, TextInput, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../base/texts/index.ts";
import classes from "./AttributeDialog.module.css";
import { Tip } from "../../../ui/tips/Tip.tsx";

interface ColorButtonProps {
  /** `#rrggbb` */
  readonly color: string;
  readonly label: string;
  readonly isDisabled?: boolean;
  onChange(color: string): void;
}

export function ColorButton({ color, label, isDisabled = false, onChange }: ColorButtonProps) {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const isValid = draft !== undefined && /^#[0-9a-f]{6}$/i.test(draft);
  return (
    <>
      <Tip label={color}>
        <UnstyledButton
          className={classes.swatch ?? ""}
          aria-label={label}
          disabled={isDisabled}
          onClick={() => setDraft(color)}
        >
          <ColorSwatch color={color} size={20} radius={4} withShadow />
        </UnstyledButton>
      </Tip>
      <Modal
        opened={draft !== undefined}
        onClose={() => setDraft(undefined)}
        title={t("attributes.editColor")}
        size="xs"
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            // Events of a portal bubble up the component tree; the surrounding form must not receive this one.
            event.stopPropagation();
            if (draft === undefined || !isValid) return;
            onChange(draft.toLowerCase());
            setDraft(undefined);
          }}
        >
          <Stack gap="sm">
            <ColorPicker format="hex" fullWidth value={draft ?? color} onChange={setDraft} />
            <TextInput
              label={t("attributes.hex")}
              value={draft ?? ""}
              spellCheck={false}
              onChange={(event) => setDraft(event.currentTarget.value)}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setDraft(undefined)}>
                {t("common.cancel")}
              </Button>
              <Button type="submit" disabled={!isValid}>
                {t("common.ok")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
