/** The dialog that starts a job which draws annotations into a copy of the media, and offers its result. */
import { Button, Checkbox, Group, NumberInput, Select, Stack, Text } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { applyChangedJob } from "../../queries/jobs.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { FollowedJob } from "../jobs/FollowedJob.tsx";
import { RenderedFile } from "./RenderedFile.tsx";
import { statusProps } from "../../ui/page/announce.ts";

export interface RenderRequest {
  readonly id: string;
  readonly name: string;
  /** `undefined`: the default set. */
  readonly set: string | undefined;
  /** `undefined`: the newest. */
  readonly revision: number | undefined;
  readonly hasUnsaved: boolean;
}

const modalId = "render";
const formats = ["mp4", "webm", "zip"] as const;
const labelKinds = ["types", "ids", "none"] as const;

export function openRender(request: RenderRequest): void {
  dialogs.open({
    modalId,
    title: t("render.title", { name: request.name }),
    closeButtonProps: { "aria-label": t("common.close") },
    children: <RenderForm {...request} />,
  });
}

type State =
  | { readonly kind: "choosing"; readonly failure?: string }
  | { readonly kind: "requesting" }
  | { readonly kind: "running"; readonly job: Job }
  | { readonly kind: "done"; readonly job: Job };

function RenderForm({ id, set, revision, hasUnsaved }: RenderRequest) {
  const [format, setFormat] = useState<(typeof formats)[number]>("mp4");
  const [labels, setLabels] = useState<(typeof labelKinds)[number]>("types");
  const [boxes, setBoxes] = useState(true);
  const [sound, setSound] = useState(true);
  const [tails, setTails] = useState<number | string>(0);
  const [first, setFirst] = useState<number | string>("");
  const [last, setLast] = useState<number | string>("");
  const [state, setState] = useState<State>({ kind: "choosing" });

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    setState({ kind: "requesting" });
    const isPart = first !== "" || last !== "";
    const body = {
      folderId: id,
      format,
      labels,
      boxes,
      sound,
      tails: Number(tails),
      ...(set !== undefined && { set }),
      ...(revision !== undefined && { revision }),
      ...(isPart && { frames: [Number(first), last === "" ? Number.MAX_SAFE_INTEGER : Number(last)] }),
    };
    try {
      const job = await api.call("rpc.render", { body });
      applyChangedJob(job);
      setState({ kind: "running", job });
    } catch (error) {
      setState({ kind: "choosing", failure: errorText(error) });
    }
  }

  const onEnd = (job: Job): void => {
    const lines = (job.log ?? []).join("").trim().split("\n");
    setState(
      job.status === JobStatus.success
        ? { kind: "done", job }
        : { kind: "choosing", failure: lines.at(-1) || t("render.failed") },
    );
  };
  const close = (): void => dialogs.close(modalId);

  if (state.kind === "done")
    return (
      <Stack gap="sm">
        <Text size="sm" {...statusProps} style={{ whiteSpace: "pre-line" }}>
          {(state.job.log ?? []).join("").trim()}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t("common.close")}
          </Button>
          <RenderedFile job={state.job} size="sm" />
        </Group>
      </Stack>
    );
  const isRunning = state.kind === "running";
  return (
    <form onSubmit={(event) => void start(event)} noValidate>
      <Stack gap="sm">
        <Text size="sm">{t("render.about")}</Text>
        {revision !== undefined && (
          <Text size="sm" fw={600}>
            {t("render.revision", { revision })}
          </Text>
        )}
        {hasUnsaved && (
          <Text size="sm" fw={600}>
            {t("render.unsaved")}
          </Text>
        )}
        <Group grow align="flex-start">
          <Select
            size="xs"
            label={t("render.format")}
            data={formats.map((value) => ({ value, label: t(`render.format.${value}`) }))}
            value={format}
            allowDeselect={false}
            onChange={(value) => setFormat((value ?? "mp4") as typeof format)}
          />
          <Select
            size="xs"
            label={t("render.labels")}
            data={labelKinds.map((value) => ({ value, label: t(`render.labels.${value}`) }))}
            value={labels}
            allowDeselect={false}
            onChange={(value) => setLabels((value ?? "types") as typeof labels)}
          />
        </Group>
        <Group grow align="flex-end">
          <Frames label={t("render.first")} placeholder={t("render.all")} value={first} onChange={setFirst} />
          <Frames label={t("render.last")} placeholder={t("render.all")} value={last} onChange={setLast} />
        </Group>
        <Frames label={t("render.tails")} value={tails} onChange={setTails} />
        <Group gap="lg">
          <Checkbox label={t("render.boxes")} checked={boxes} onChange={() => setBoxes(!boxes)} />
          {format !== "zip" && <Checkbox label={t("render.sound")} checked={sound} onChange={() => setSound(!sound)} />}
        </Group>
        {state.kind === "choosing" && state.failure !== undefined && (
          <ErrorAlert title={t("render.failed")} text={state.failure} />
        )}
        {isRunning && (
          <>
            <FollowedJob key={state.job._id} job={state.job} waiting={t("render.waiting")} onEnd={onEnd} />
            <Text size="sm" c="dimmed">
              {t("render.goesOn")}
            </Text>
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t(isRunning ? "common.close" : "common.cancel")}
          </Button>
          <Button type="submit" loading={state.kind !== "choosing"} data-autofocus>
            {t("render.start")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FramesProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: number | string;
  onChange(value: number | string): void;
}

function Frames(props: FramesProps) {
  return <NumberInput size="xs" min={0} allowDecimal={false} {...props} />;
}
