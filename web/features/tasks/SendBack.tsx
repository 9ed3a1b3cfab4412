/** The dialog that sends a task back after a review: the missing parts, and who continues. */
import { Button, Radio, Stack, Textarea } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { useState, type FormEvent } from "react";
import type { Task } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../use-submission.ts";
import { moveTask } from "../../queries/tasks.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { LoginField } from "./LoginField.tsx";

const modalId = "send-back-task";

/** @param before must succeed first, so that the reviewer's own corrections are accepted */
export function openSendBack(task: Task, before: () => Promise<boolean>): void {
  dialogs.open({
    modalId,
    title: t("tasks.sendBack"),
    closeButtonProps: { "aria-label": t("common.close") },
    children: <SendBackForm task={task} before={before} />,
  });
}

type Who = "same" | "another" | "fixed";

function SendBackForm({ task, before }: { readonly task: Task; before(): Promise<boolean> }) {
  const [text, setText] = useState("");
  const [who, setWho] = useState<Who>("same");
  const [login, setLogin] = useState("");
  const { isBusy, failure, send } = useSubmission();
  const mayFix = task.state === "inReview";
  const isComplete = who === "fixed" || (text.trim() !== "" && (who === "same" || login.trim() !== ""));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isComplete) return;
    await send(async () => {
      if (who === "fixed") {
        if (!(await before())) return "open";
        await moveTask(task, { move: "accept", fixed: true, text });
      } else {
        await moveTask(task, { move: "sendBack", text, ...(who === "another" && { assignee: login.trim() }) });
      }
      return dialogs.close(modalId);
    });
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <Textarea
          size="xs"
          data-autofocus
          autosize
          minRows={3}
          maxRows={10}
          required={who !== "fixed"}
          label={who === "fixed" ? t("tasks.remark") : t("tasks.what")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Radio.Group size="xs" label={t("tasks.who")} value={who} onChange={(value) => setWho(value as Who)}>
          <Stack gap={6} mt={6}>
            <Radio size="xs" value="same" label={task.assignee.login} />
            <Radio size="xs" value="another" label={t("tasks.another")} />
            {mayFix && <Radio size="xs" value="fixed" label={t("tasks.fixed")} />}
          </Stack>
        </Radio.Group>
        {who === "another" && <LoginField label={t("tasks.login")} value={login} onChange={setLogin} />}
        {failure !== undefined && <ErrorAlert text={failure} />}
        <DialogButtons>
          <Button variant="default" onClick={() => dialogs.close(modalId)}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isComplete}>
            {who === "fixed" ? t("tasks.accept") : t("tasks.sendBack")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
