/** The form that starts a thread: its text, and what it is about. */

import { Button, Group, NativeSelect, Textarea } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import { notifications } from "@mantine/notifications";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import { offeredPlaces, type CommentPlace } from "../../../editor/lists/comment-places.ts";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./Comments.module.css";
import { placeText } from "./place-text.ts";

export function NewComment() {
  useSignals();
  const { editor, workspace } = useViewer();
  const { comments } = editor;
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isBusy, setBusy] = useState(false);
  void workspace.tracksVersion.value;
  const draft = comments.draft.value;
  const offered = offeredPlaces(editor);
  const anchor = draft?.anchor ?? offered[0] ?? {};
  const isOffered = offered.some((each) => isSame(each, anchor));
  const places = isOffered ? offered : [anchor, ...offered];
  const text = draft?.text ?? "";
  const isPlacing = comments.isPlacing.value;

  // The "write a comment" command and a click on the picture set the draft from outside of the form.
  useEffect(() => {
    if (draft !== undefined && !isPlacing && !form.current?.contains(document.activeElement)) field.current?.focus();
  }, [draft, isPlacing]);

  async function send(): Promise<void> {
    if (text.trim() === "" || isBusy) return;
    setBusy(true);
    try {
      await comments.send({ text, anchor });
      focusCanvas();
    } catch (error) {
      notifications.show({ color: "red", title: t("comments.notSent"), message: errorText(error) });
    } finally {
      setBusy(false);
    }
  }

  const { setName } = workspace.document.address;
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isPlacing) return;
        // Fields keep Escape from the viewer's commands.
        event.stopPropagation();
        comments.choosePlace(false);
      }}
    >
      <Textarea
        ref={field}
        size="xs"
        label={t("comments.new")}
        placeholder={t("comments.placeholder")}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => comments.write({ text: event.currentTarget.value, anchor })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
          if (event.key === "Escape" && !isPlacing) focusCanvas();
        }}
      />
      <NativeSelect
        size="xs"
        label={t("comments.about")}
        value={places.findIndex((each) => isSame(each, anchor))}
        onChange={(event) => comments.writeAbout(places[Number(event.currentTarget.value)] ?? {})}
        data={places.map((place, index) => ({ value: String(index), label: placeText(place, setName) }))}
      />
      <Group gap={6}>
        <Button type="submit" size="xs" loading={isBusy} disabled={text.trim() === ""}>
          {t("comments.send")}
        </Button>
        <Button
          size="xs"
          variant={isPlacing ? "light" : "default"}
          aria-pressed={isPlacing}
          disabled={editor.shownFrame.value === undefined}
          onClick={() => comments.choosePlace(!isPlacing)}
        >
          {t(isPlacing ? "comments.placing" : "comments.place")}
        </Button>
        {text !== "" && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => {
              comments.write(undefined);
              focusCanvas();
            }}
          >
            {t("comments.discard")}
          </Button>
        )}
      </Group>
    </form>
  );
}

function isSame(a: CommentPlace, b: CommentPlace): boolean {
  const keys = ["set", "camera", "track", "frame", "x", "y"] as const;
  return keys.every((key) => a[key] === b[key]);
}
