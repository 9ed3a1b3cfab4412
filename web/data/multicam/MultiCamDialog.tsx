/** The import of several cameras: first its type, then sources, filters and options, then the progress. */
import { Alert, Button, FileInput, Group, List, Radio, Select, Stack, Text, TextInput } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { MountedModal } from "../../ui/dialogs/MountedModal.tsx";
import { useSignals } from "@preact/signals-react/runtime";
import { calibrationEndings } from "#schemas/media-files";
import { useState } from "react";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { FrameRateSelect } from "../upload/FrameRateSelect.tsx";
import { UploadProgress } from "../upload/UploadProgress.tsx";
import { begin, cancel, changeDraft, pickKeywordSource } from "./actions.ts";
import { AddCamera } from "./AddCamera.tsx";
import { CameraRow } from "./CameraRow.tsx";
import { mediaTypeOf, setImportType } from "./draft.ts";
import type { Draft, ImportType } from "./draft.ts";
import type { OpenImport } from "./open-import.ts";
import { canBegin, problemsOf } from "./problems.ts";
import { SourcePicker } from "./SourcePicker.tsx";
import { statusProps } from "../../ui/page/announce.ts";

const calibrationAccept = calibrationEndings.map((ending) => `.${ending}`).join(",");
const alignments = ["frame", "capture-time", "timestamp"] as const;

export default function MultiCamDialog({ current }: { readonly current: OpenImport }) {
  useSignals();
  const draft = current.draft.value;
  const isSending = current.sending.value !== undefined;
  const isReady = canBegin(draft) && current.checking.value === 0;
  return (
    <MountedModal
      onClose={() => void cancel(current)}
      title={t(`multicam.title.${draft.subType}`)}
      size="xl"
      closeOnClickOutside={false}
      closeOnEscape={!isSending}
      withCloseButton={!isSending}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack gap="md">
        {current.error.value !== undefined && <ErrorAlert text={current.error.value} />}
        {isSending ? <Sending current={current} /> : <Form current={current} />}
        <DialogButtons>
          <Button variant="default" onClick={() => void cancel(current)}>
            {t("multicam.cancel")}
          </Button>
          <Button disabled={!isReady} loading={isSending} onClick={() => void begin(current)}>
            {t("multicam.begin")}
          </Button>
        </DialogButtons>
      </Stack>
    </MountedModal>
  );
}

function Form({ current }: { readonly current: OpenImport }) {
  useSignals();
  const draft = current.draft.value;
  // An untouched field shows no error.
  const [isNameLeft, setNameLeft] = useState(false);
  const edit = (change: Partial<Draft>) => changeDraft(current, (old) => ({ ...old, ...change }));
  return (
    <>
      <ImportTypeChoice
        value={draft.importType}
        onChange={(type) => changeDraft(current, (old) => setImportType(old, type))}
      />
      {draft.importType !== undefined && (
        <>
          <TextInput
            label={t("multicam.name")}
            value={draft.name}
            error={isNameLeft && draft.name.trim() === "" && t("multicam.error.required")}
            onBlur={() => setNameLeft(true)}
            onChange={(event) => {
              setNameLeft(true);
              edit({ name: event.currentTarget.value });
            }}
          />
          {draft.importType === "keyword" && (
            <SourcePicker
              label={t("multicam.source")}
              media={draft.keywordSource}
              onPick={(files) => void pickKeywordSource(current, files)}
              onlyFolders
            />
          )}
          <Cameras current={current} />
          <Common draft={draft} edit={edit} />
          <Problems draft={draft} />
        </>
      )}
    </>
  );
}

function ImportTypeChoice({
  value,
  onChange,
}: {
  readonly value: ImportType | undefined;
  onChange(type: ImportType): void;
}) {
  return (
    <Radio.Group
      label={t("multicam.importType")}
      value={value ?? null}
      onChange={(type) => onChange(type as ImportType)}
    >
      <Group grow mt={6} align="stretch">
        {(["multi", "keyword"] as const).map((type) => (
          <Radio.Card
            key={type}
            value={type}
            p="sm"
            radius="sm"
            withBorder
            aria-label={t(`multicam.importType.${type}`)}
          >
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator />
              <div>
                <Text fw={600}>{t(`multicam.importType.${type}`)}</Text>
                <Text size="xs" c="dimmed">
                  {t(`multicam.importType.${type}.text`)}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </Group>
    </Radio.Group>
  );
}

function Cameras({ current }: { readonly current: OpenImport }) {
  useSignals();
  const draft = current.draft.value;
  return (
    <Stack gap="xs">
      {draft.cameras.length > 0 && (
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label={t("multicam.cameras")}>
          {draft.cameras.map((camera) => (
            <CameraRow key={camera.name} current={current} camera={camera} />
          ))}
        </Stack>
      )}
      {draft.subType === "multicam" && <AddCamera current={current} />}
    </Stack>
  );
}

/** The settings shared by all cameras. */
function Common({ draft, edit }: { readonly draft: Draft; readonly edit: (change: Partial<Draft>) => void }) {
  const isVideo = mediaTypeOf(draft) === "video";
  return (
    <Group align="start" gap="sm">
      <Select
        label={t("multicam.defaultDisplay")}
        data={draft.cameras.map(({ name }) => name)}
        value={draft.defaultDisplay === "" ? null : draft.defaultDisplay}
        allowDeselect={false}
        w={170}
        onChange={(defaultDisplay) => defaultDisplay !== null && edit({ defaultDisplay })}
      />
      {draft.subType === "stereo" && (
        <FileInput
          label={t("multicam.calibration")}
          placeholder={t("multicam.calibrationPick")}
          accept={calibrationAccept}
          clearable
          clearButtonProps={{ "aria-label": t("upload.clearFile") }}
          w={270}
          value={draft.calibrationFile ?? null}
          onChange={(file) => edit({ calibrationFile: file ?? undefined })}
        />
      )}
      {isVideo && <FrameRateSelect fps={draft.fps} onChange={(fps) => edit({ fps })} />}
      {draft.subType === "multicam" && (
        <Select
          label={t("multicam.alignment")}
          data={[
            { value: "none", label: t("multicam.alignment.none") },
            ...alignments.map((mode) => ({ value: mode, label: t(`multicam.alignment.${mode}`) })),
          ]}
          value={draft.alignment ?? "none"}
          allowDeselect={false}
          w={300}
          onChange={(mode) => edit({ alignment: alignments.find((one) => one === mode) })}
        />
      )}
    </Group>
  );
}

function Problems({ draft }: { readonly draft: Draft }) {
  const problems = problemsOf(draft);
  if (problems.length === 0) return null;
  return (
    <Alert color="yellow" title={t("multicam.problems")} {...statusProps}>
      <List size="sm" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Sending({ current }: { readonly current: OpenImport }) {
  useSignals();
  const uploads = [...(current.sending.value ?? [])];
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label={t("multicam.cameras")}>
      {uploads.map(([camera, upload]) => (
        <li key={camera.name}>
          <Text fw={600} size="sm">
            {camera.name}
          </Text>
          <UploadProgress upload={upload} />
        </li>
      ))}
    </Stack>
  );
}
