/** The progress of a job just started: pending, started, or refused and why; with a link to all jobs. */
import { Alert, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { IconCheck } from "@tabler/icons-react";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { useEffect, useState } from "react";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { navigateTo } from "../../ui/page/navigation.ts";
import { statusProps } from "../../ui/page/announce.ts";

interface JobLaunch {
  readonly title: string;
  /** Requests the job. Resolves to the success message if only the response determines it. */
  start(): Promise<unknown>;
  /** Default: a message that it was started. */
  readonly success?: string;
}

/** Starts the job and shows the outcome. When the dialog is closed, resolves to whether the job was started. */
export function launchJob(launch: JobLaunch): Promise<boolean> {
  return new Promise((resolve) => {
    let started = false;
    const answer = launch.start().then((text) => {
      started = true;
      return typeof text === "string" ? text : undefined;
    });
    const id = dialogs.open({
      title: launch.title,
      closeButtonProps: { "aria-label": t("common.close") },
      onClose: () => resolve(started),
      children: <JobLaunchBody answer={answer} success={launch.success} onClose={() => dialogs.close(id)} />,
    });
  });
}

type State =
  | { readonly kind: "loading" }
  | { readonly kind: "done"; readonly text: string | undefined }
  | { readonly kind: "failed"; readonly text: string };

interface BodyProps {
  /** The success message, if any. */
  readonly answer: Promise<string | undefined>;
  readonly success: string | undefined;
  onClose(): void;
}

function JobLaunchBody({ answer, success, onClose }: BodyProps) {
  const [state, setState] = useState<State>({ kind: "loading" });
  useEffect(() => {
    answer.then(
      (text) => setState({ kind: "done", text }),
      (error: unknown) => setState({ kind: "failed", text: errorText(error) }),
    );
  }, [answer]);
  return (
    <Stack gap="md">
      <div {...statusProps}>
        {state.kind === "loading" && (
          <Group gap="sm">
            <Loader size="sm" aria-label={t("jobs.launch.loading")} />
            <Text>{t("jobs.launch.loading")}</Text>
          </Group>
        )}
        {state.kind === "done" && (
          <Alert color="green" icon={<IconCheck size={16} />}>
            {state.text ?? success ?? t("jobs.launch.done")}
          </Alert>
        )}
        {state.kind === "failed" && <ErrorAlert title={t("jobs.launch.failed")} text={state.text} />}
      </div>
      <DialogButtons>
        <Button
          variant="default"
          onClick={() => {
            onClose();
            navigateTo("/jobs");
          }}
        >
          {t("jobs.launch.all")}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t("jobs.launch.close")}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
