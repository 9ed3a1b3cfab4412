/** The "Multi-camera tools" panel: which cameras the selected track is on, with linking, unlinking and deleting. */

import { ActionIcon, Button, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import type { TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { refusalOf, runCommand } from "../../../commands/registry.ts";
import { camerasInOrder } from "../../../editor/cameras/camera-order.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { pairToShow } from "../../../session/display/shown-pair.ts";
import { CommandButton } from "../../parts/CommandButton.tsx";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import { useViewer } from "../../viewer-context.ts";
import { AlignmentTools } from "./AlignmentTools.tsx";
import { OrderTools } from "./OrderTools.tsx";
import { RegistrationTools } from "../registration/RegistrationTools.tsx";
import classes from "./cameras.module.css";
import { Tip } from "../../../ui/tips/Tip.tsx";
import { statusProps } from "../../../ui/page/announce.ts";

const icon = { size: 15, stroke: 1.7 };

export function MultiCameraTools() {
  useSignals();
  const { workspace } = useViewer();
  const id = workspace.selectedTrack.value;
  return (
    <div className={classes.tools}>
      {id === undefined ? <Text c="dimmed">{t("cameras.toolsHint")}</Text> : <CamerasOfTrack id={id} />}
      {workspace.readOnly.value !== undefined && (
        <Text c="dimmed" size="xs">
          {t("cameras.readOnly")}
        </Text>
      )}
      <RegistrationTools />
      <AlignmentTools />
      <OrderTools />
    </div>
  );
}

function CamerasOfTrack({ id }: { readonly id: TrackId }) {
  useSignals();
  const { editor, workspace } = useViewer();
  void workspace.tracksVersion.value;
  const mode = editor.mode.value;
  const isOnSeveral = workspace.camerasWith(id).length > 1;
  return (
    <>
      <h2 className={classes.title}>{t("cameras.track", { id })}</h2>
      <ul className={classes.list} aria-label={t("cameras.toolsOfTrack", { id })}>
        {camerasInOrder(workspace).map((camera) => (
          <CameraRow key={camera.name} id={id} camera={camera} isOnSeveral={isOnSeveral} />
        ))}
      </ul>
      <Length id={id} />
      {mode.kind === "linking" && (
        <div className={classes.linking} {...statusProps}>
          <p>{t("cameras.linkingNow", { name: mode.camera, id: mode.trackId })}</p>
          <Button size="compact-xs" variant="default" onClick={() => editor.dispatch({ type: "escape" })}>
            {t("cameras.cancelLinking")}
          </Button>
        </div>
      )}
      {isOnSeveral && (
        <Button
          size="xs"
          variant="default"
          disabled={refusalOf(editor, "cameras.delete") !== undefined}
          onClick={() => void runCommand(editor, "cameras.delete")}
        >
          {t("cameras.deleteOnAll")}
        </Button>
      )}
    </>
  );
}

/** Calibrated pairs only: the length of the track where both pictures show its head-tail line. */
function Length({ id }: { readonly id: TrackId }) {
  useSignals();
  const { editor, stereo, workspace } = useViewer();
  void workspace.tracksVersion.value;
  if (stereo === undefined) return null;
  const measured = stereo.measure(id);
  if (measured === undefined) return <Text c="dimmed">{t("cameras.lengthHint")}</Text>;
  const { length, uncertainty, range, rms } = measured;
  return (
    <div className={classes.length} data-testid="stereo-length">
      <strong>{t("cameras.length", { length: digits(length), uncertainty: digits(uncertainty, 2) })}</strong>
      <span className={classes.span}>{t("cameras.lengthFacts", { range: digits(range), rms: digits(rms, 2) })}</span>
      <Button
        size="compact-xs"
        variant="default"
        disabled={workspace.editRefusal.value !== undefined}
        onClick={() =>
          editor.mode.peek().kind === "linking" ? editor.refuse("linking") : stereo.store(workspace, id, measured)
        }
      >
        {t("cameras.storeLength")}
      </Button>
    </div>
  );
}

function digits(value: number, count = 4): string {
  return String(Number(value.toPrecision(count)));
}

interface CameraRowProps {
  readonly id: TrackId;
  readonly camera: Camera;
  /** The track is on more than one camera. */
  readonly isOnSeveral: boolean;
}

function CameraRow({ id, camera, isOnSeveral }: CameraRowProps) {
  useSignals();
  const { editor, workspace } = useViewer();
  const { name } = camera;
  const args = { camera: name };
  const { core } = camera.document.value;
  const track = core.hasTrack(id) ? core.track(id) : undefined;
  const isActive = workspace.active.value === camera;
  return (
    <li className={classes.row} data-tools-of={name} data-active={isActive || undefined}>
      <button
        type="button"
        className={classes.goTo}
        aria-label={t("cameras.goTo", { name })}
        aria-pressed={isActive}
        onClick={() => {
          editor.activate(camera);
          focusCanvas();
        }}
      >
        <span className={classes.name}>{name}</span>
        <span className={classes.span}>
          {track === undefined
            ? t("cameras.absent")
            : `${pairToShow(track)?.type ?? ""} ${t("cameras.span", { begin: track.begin, end: track.end })}`}
        </span>
      </button>
      <EditButton id={id} camera={camera} isThere={track !== undefined} />
      {track === undefined && <CommandButton command="cameras.link" args={args} label={t("cameras.link", { name })} />}
      {track !== undefined && isOnSeveral && (
        <CommandButton command="cameras.unlink" args={args} label={t("cameras.unlink", { name })} />
      )}
      {track !== undefined && (
        <CommandButton command="cameras.delete" args={args} label={t("cameras.deleteOn", { name })} />
      )}
    </li>
  );
}

/** Edits the track on a camera; if it is not there yet, the next shape drawn is its first. */
function EditButton({ id, camera, isThere }: Pick<CameraRowProps, "id" | "camera"> & { readonly isThere: boolean }) {
  useSignals();
  const { editor } = useViewer();
  const label = t(isThere ? "cameras.edit" : "cameras.draw", { name: camera.name });
  const refusal = refusalOf(editor, "track.create");
  return (
    <Tip label={label}>
      <ActionIcon
        size={28}
        aria-label={label}
        disabled={refusal !== undefined}
        onClick={() => {
          if (!editor.activate(camera)) return;
          editor.dispatch({ type: "edit", trackId: id, geometry: editor.geometryToEdit(id) });
          focusCanvas();
        }}
      >
        {isThere ? <IconPencil {...icon} /> : <IconPlus {...icon} />}
      </ActionIcon>
    </Tip>
  );
}
