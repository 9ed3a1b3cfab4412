/**
 * The generic confirm and alert dialog: a title, text lines, a positive and (for a question) a negative button.
 *
 * Left and Right move between the buttons, Enter presses the focused one, Escape means no.
 */
import { Button, Group, Stack, Text } from "@mantine/core";
import { dialogs } from "./dialogs.ts";
import { useLayoutEffect, useRef } from "react";
import type { KeyboardEvent } from "react";
import { t } from "../../base/texts/index.ts";

export interface ConfirmOptions {
  readonly title: string;
  readonly text: string | readonly string[];
  /** Default "OK". */
  readonly positive?: string;
  /** Default "Cancel". */
  readonly negative?: string;
  /** The positive answer destroys something: it is red, and the negative button has the initial focus. */
  readonly danger?: boolean;
}

/**
 * Asks a question; resolves to true for the positive button, false for the negative one, Escape or a click outside.
 */
export function confirmDialog(options: ConfirmOptions): Promise<boolean> {
  return open(options, true);
}

/** Shows a message; resolves when the dialog is closed. */
export async function alertDialog(options: Omit<ConfirmOptions, "negative" | "danger">): Promise<void> {
  await open(options, false);
}

function open(options: ConfirmOptions, withNegative: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = false;
    const id = dialogs.open({
      title: options.title,
      size: "sm",
      withCloseButton: false,
      onClose: () => resolve(answer),
      children: (
        <ConfirmBody
          options={options}
          withNegative={withNegative}
          onAnswer={(value) => {
            answer = value;
            dialogs.close(id);
          }}
        />
      ),
    });
  });
}

interface ConfirmBodyProps {
  readonly options: ConfirmOptions;
  readonly withNegative: boolean;
  onAnswer(value: boolean): void;
}

function ConfirmBody({ options, withNegative, onAnswer }: ConfirmBodyProps) {
  const buttons = useRef<HTMLDivElement>(null);
  const lines = typeof options.text === "string" ? [options.text] : options.text;
  const focusNegative = withNegative && options.danger === true;
  // The dialog itself moves the focus a moment later, and a key pressed before that would do nothing.
  useLayoutEffect(() => buttons.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus(), []);

  function moveFocus(event: KeyboardEvent) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const all = [...(buttons.current?.querySelectorAll("button") ?? [])];
    const at = all.findIndex((button) => button === document.activeElement);
    const next = event.key === "ArrowLeft" ? Math.max(0, at - 1) : Math.min(all.length - 1, at + 1);
    all[next]?.focus();
    event.preventDefault();
  }

  return (
    <Stack gap="md" onKeyDown={moveFocus}>
      <Stack gap={4}>
        {lines.map((line) => (
          <Text key={line} style={{ overflowWrap: "anywhere" }}>
            {line}
          </Text>
        ))}
      </Stack>
      <Group justify="flex-end" gap="xs" ref={buttons}>
        {withNegative && (
          <Button variant="default" data-autofocus={focusNegative || undefined} onClick={() => onAnswer(false)}>
            {options.negative ?? t("common.cancel")}
          </Button>
        )}
        <Button
          color={options.danger === true ? "red" : "wake"}
          data-autofocus={!focusNegative || undefined}
          onClick={() => onAnswer(true)}
        >
          {options.positive ?? t("common.ok")}
        </Button>
      </Group>
    </Stack>
  );
}
