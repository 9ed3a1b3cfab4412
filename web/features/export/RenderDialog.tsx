/** The dialog that starts a job which draws annotations into a copy of the media, and offers its result. */
import { Button, Checkbox, Group, NumberInput, Select, Stack, Text } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { useState, type FormEvent } from "react";
import { JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { applyChangedJob } from "../../queries/jobs.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { flagOf } from "../../ui/forms/draft-fields.ts";
import { useDraft, type Draft } from "../../ui/forms/use-draft.ts";
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

/** The choices of the user; numbers as their fields hold them, empty: from the first, or to the last frame. */
interface Choices {
  readonly format: (typeof formats)[number];
  readonly labels: (typeof labelKinds)[number];
  readonly boxes: boolean;
  readonly sound: boolean;
  readonly tails: number | string;
  readonly first: number | string;
  readonly last: number | string;
}

const usual: Choices = { format: "mp4", labels: "types", boxes: true, sound: true, tails: 0, first: "", last: "" };

function bodyOf({ id, set, revision }: RenderRequest, { first, last, tails, ...choices }: Choices) {
  const isPart = first !== "" || last !== "";
  return {
    folderId: id,
    ...choices,
    tails: Number(tails),
    ...(set !== undefined && { set }),
    ...(revision !== undefined && { revision }),
    ...(isPart && { frames: [Number(first), last === "" ? Number.MAX_SAFE_INTEGER : Number(last)] }),
  };
}

const close = (): void => dialogs.close(modalId);

function RenderForm(request: RenderRequest) {
  const draft = useDraft(usual);
  const [state, setState] = useState<State>({ kind: "choosing" });

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    setState({ kind: "requesting" });
    try {
      const job = await api.call("rpc.render", { body: bodyOf(request, draft.values) });
      applyChangedJob(job);
      setState({ kind: "running", job });
    } catch (error) {
      setState({ kind: "choosing", failure: errorText(error) });
    }
  }

  const onEnd = (job: Job): void => {
    const failure = logOf(job).split("\n").at(-1) || t("render.failed");
    setState(job.status === JobStatus.success ? { kind: "done", job } : { kind: "choosing", failure });
  };

  if (state.kind === "done") return <Rendered job={state.job} />;
  return (
    <form onSubmit={(event) => void start(event)} noValidate>
      <Stack gap="sm">
        <RenderedContent {...request} />
        <RenderFields draft={draft} />
        {state.kind === "choosing" && state.failure !== undefined && (
          <ErrorAlert title={t("render.failed")} text={state.failure} />
        )}
        {state.kind === "running" && (
          <>
            <FollowedJob key={state.job._id} job={state.job} waiting={t("render.waiting")} onEnd={onEnd} />
            <Text size="sm" c="dimmed">
              {t("render.goesOn")}
            </Text>
          </>
        )}
        <DialogButtons>
          <Button variant="default" onClick={close}>
            {t(state.kind === "running" ? "common.close" : "common.cancel")}
          </Button>
          <Button type="submit" loading={state.kind !== "choosing"} data-autofocus>
            {t("render.start")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

const logOf = (job: Job): string => (job.log ?? []).join("").trim();

/** The result, for download. */
function Rendered({ job }: { readonly job: Job }) {
  return (
    <Stack gap="sm">
      <Text size="sm" {...statusProps} style={{ whiteSpace: "pre-line" }}>
        {logOf(job)}
      </Text>
      <DialogButtons>
        <Button variant="default" onClick={close}>
          {t("common.close")}
        </Button>
        <RenderedFile job={job} size="sm" />
      </DialogButtons>
    </Stack>
  );
}

/** Which annotations are drawn. */
function RenderedContent({ revision, hasUnsaved }: RenderRequest) {
  return (
    <>
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
    </>
  );
}

function RenderFields({ draft }: { readonly draft: Draft<Choices> }) {
  const { format, labels, tails, first, last } = draft.values;
  return (
    <>
      <Group grow align="flex-start">
        <Select
          size="xs"
          label={t("render.format")}
          data={formats.map((value) => ({ value, label: t(`render.format.${value}`) }))}
          value={format}
          allowDeselect={false}
          onChange={(value) => draft.set({ format: value ?? usual.format })}
        />
        <Select
          size="xs"
          label={t("render.labels")}
          data={labelKinds.map((value) => ({ value, label: t(`render.labels.${value}`) }))}
          value={labels}
          allowDeselect={false}
          onChange={(value) => draft.set({ labels: value ?? usual.labels })}
        />
      </Group>
      <Group grow align="flex-end">
        <Frames
          label={t("render.first")}
          placeholder={t("render.all")}
          value={first}
          onChange={(value) => draft.set({ first: value })}
        />
        <Frames
          label={t("render.last")}
          placeholder={t("render.all")}
          value={last}
          onChange={(value) => draft.set({ last: value })}
        />
      </Group>
      <Frames label={t("render.tails")} value={tails} onChange={(value) => draft.set({ tails: value })} />
      <Group gap="lg">
        <Checkbox label={t("render.boxes")} {...flagOf(draft, "boxes")} />
        {format !== "zip" && <Checkbox label={t("render.sound")} {...flagOf(draft, "sound")} />}
      </Group>
    </>
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
