/** Writes or changes the text of a comment. Ctrl+Enter sends it; Escape closes the form if nothing would be lost. */
import { Button, Group, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import classes from "./Comments.module.css";

interface CommentFormProps {
  readonly label: string;
  readonly initial?: string;
  /** The text of the button that sends. */
  readonly action: string;
  /** The title of the message if sending fails. */
  readonly failed: string;
  send(text: string): Promise<unknown>;
  /** Sent, or closed. */
  onDone(): void;
}

export function CommentForm({ label, initial = "", action, failed, send, onDone }: CommentFormProps) {
  const [text, setText] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const isEmpty = text.trim() === "";

  async function submit(): Promise<void> {
    if (isEmpty || isBusy) return;
    setBusy(true);
    try {
      await send(text);
      onDone();
    } catch (error) {
      notifications.show({ color: "red", title: failed, message: errorText(error) });
      setBusy(false);
    }
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Textarea
        size="xs"
        autoFocus
        autosize
        minRows={2}
        maxRows={8}
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
          if (event.key === "Escape" && text.trim() === initial.trim()) onDone();
        }}
      />
      <Group gap={6}>
        <Button type="submit" size="compact-xs" loading={isBusy} disabled={isEmpty}>
          {action}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={onDone}>
          {t("comments.discard")}
        </Button>
      </Group>
    </form>
  );
}
