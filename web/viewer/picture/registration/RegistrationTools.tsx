/**
 * Part of Multi-camera tools: registers the pictures of two cameras. Points visible on both, the model and how well it
 * fits; then overlaying one picture on the other, and copying annotations across.
 */

import { ActionIcon, Button, Select, Slider } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconX } from "@tabler/icons-react";
import { useEffect } from "react";
import { minPairs, transformTypes, type RegistrationRefusal, type TransformType } from "#core";
import type { ImagePoint } from "../../../base/brand.ts";
import { t } from "../../../base/texts/index.ts";
import { formatFixed } from "../../../base/texts/numbers.ts";
import { refusalOf, runCommand } from "../../../commands/registry.ts";
import type { Registration } from "../../../session/cameras/registration.ts";
import { useViewer } from "../../viewer-context.ts";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import classes from "./registration.module.css";
import { statusProps } from "../../../ui/page/announce.ts";

export function RegistrationTools() {
  const { registration } = useViewer().editor;
  return registration === undefined ? null : <Tools registration={registration} />;
}

interface Props {
  readonly registration: Registration;
}

function Tools({ registration }: Props) {
  // Closing the panel ends picking.
  useEffect(() => () => registration.setPicking(false), [registration]);
  return (
    <section className={classes.section} aria-label={t("cameras.registration")}>
      <h2 className={classes.title}>{t("cameras.registration")}</h2>
      <p className={classes.hint}>{t("cameras.registrationHint")}</p>
      <Cameras registration={registration} />
      <Picking registration={registration} />
      <Points registration={registration} />
      <Fit registration={registration} />
      <Overlay registration={registration} />
      <ProjectionTools registration={registration} />
    </section>
  );
}

/** Selects the two cameras, if there are more, and the model. */
function Cameras({ registration }: Props) {
  useSignals();
  const { workspace } = useViewer();
  const pair = registration.pair.value;
  const names = workspace.cameras.map(({ name }) => name);
  const isReadOnly = workspace.readOnly.value !== undefined;
  function choose(side: 0 | 1, name: string | null): void {
    if (name === null) return;
    const camera = workspace.requireCamera(name);
    const other = pair[1 - side] as (typeof pair)[0];
    // Picking the same camera on both sides swaps the two.
    const next = camera === other ? (pair[side] as (typeof pair)[0]) : other;
    registration.choose(side === 0 ? [camera, next] : [next, camera]);
  }
  return (
    <div className={classes.fields}>
      {names.length > 2 &&
        ([0, 1] as const).map((side) => (
          <Select
            key={side}
            size="xs"
            label={t(side === 0 ? "cameras.registerFrom" : "cameras.registerTo")}
            data={names}
            value={pair[side].name}
            allowDeselect={false}
            onChange={(name) => choose(side, name)}
          />
        ))}
      <Select
        size="xs"
        label={t("cameras.model")}
        data={transformTypes.map((type) => ({ value: type, label: t(`cameras.model.${type}`) }))}
        value={registration.type.value}
        disabled={isReadOnly}
        allowDeselect={false}
        onChange={(type) => {
          if (type !== null) registration.setType(type as TransformType);
        }}
      />
    </div>
  );
}

function Picking({ registration }: Props) {
  useSignals();
  const { editor } = useViewer();
  const [first, second] = registration.pair.value;
  const isPicking = registration.isPicking.value;
  const half = registration.half.value;
  const refusal = refusalOf(editor, "cameras.pickPoints");
  const hasPoints = registration.points.value.length > 0;
  const next = half && registration.otherThan(half.camera)?.name;
  return (
    <>
      <div className={classes.buttons}>
        <Button
          size="compact-xs"
          variant={isPicking ? "filled" : "default"}
          aria-pressed={isPicking}
          disabled={refusal !== undefined}
          onClick={() => {
            void runCommand(editor, "cameras.pickPoints");
            // So that Enter sets a point instead of pressing the button again.
            if (registration.isPicking.peek()) focusCanvas();
          }}
        >
          {t("cameras.pick")}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={refusal !== undefined || (!hasPoints && half === undefined)}
          onClick={() => registration.removeLast()}
        >
          {t("cameras.removeLast")}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={refusal !== undefined || !hasPoints}
          onClick={() => registration.clear()}
        >
          {t("cameras.clearPoints")}
        </Button>
      </div>
      {isPicking && (
        <p className={classes.hint} {...statusProps}>
          {next === undefined
            ? t("cameras.picking", { first: first.name, second: second.name })
            : t("cameras.pickingNext", { name: next })}
        </p>
      )}
    </>
  );
}

function Points({ registration }: Props) {
  useSignals();
  const { workspace } = useViewer();
  const points = registration.points.value;
  const solution = registration.solution.value;
  if (points.length === 0) return null;
  return (
    <ol className={classes.list} aria-label={t("cameras.points")}>
      {points.map((point, index) => (
        <li key={index}>
          <span className={classes.place}>
            {t("cameras.pointPlace", { number: index + 1, a: placeText(point.at[0]), b: placeText(point.at[1]) })}
          </span>
          {typeof solution !== "string" && (
            <span>{t("cameras.residual", { pixels: pixelsText(solution.residuals[index] ?? 0) })}</span>
          )}
          <ActionIcon
            size={24}
            aria-label={t("cameras.removePoint", { number: index + 1 })}
            disabled={workspace.editRefusal.value !== undefined}
            onClick={() => registration.remove(point)}
          >
            <IconX size={14} />
          </ActionIcon>
        </li>
      ))}
    </ol>
  );
}

/** How well the model fits, or why there is none. */
function Fit({ registration }: Props) {
  useSignals();
  const solution = registration.solution.value;
  const count = registration.points.value.length;
  if (count === 0) {
    return registration.isRegistered.value ? <p className={classes.hint}>{t("cameras.registeredElsewhere")}</p> : null;
  }
  return (
    <p className={classes.hint} {...statusProps} data-testid="registration-fit">
      {typeof solution === "string"
        ? refusedText(solution, minPairs[registration.type.value] - count)
        : t("cameras.rms", { pixels: pixelsText(solution.rms) })}
    </p>
  );
}

function refusedText(refusal: RegistrationRefusal, missing: number): string {
  return refusal === "tooFew" ? t("cameras.refused.tooFew", { count: missing }) : t(`cameras.refused.${refusal}`);
}

function Overlay({ registration }: Props) {
  useSignals();
  const { editor, workspace } = useViewer();
  const { isOn, opacity, swipe } = registration.overlay.value;
  const other = registration.otherThan(workspace.active.value);
  const refusal = refusalOf(editor, "cameras.overlay");
  return (
    <>
      <div className={classes.buttons}>
        <Button
          size="compact-xs"
          variant={isOn && refusal === undefined ? "filled" : "default"}
          aria-pressed={isOn}
          disabled={refusal !== undefined || other === undefined}
          onClick={() => void runCommand(editor, "cameras.overlay")}
        >
          {t("cameras.overlayCamera", { name: other?.name ?? registration.pair.value[1].name })}
        </Button>
      </div>
      {isOn && refusal === undefined && (
        <>
          <Share
            name={t("cameras.opacity")}
            value={opacity}
            onChange={(value) => registration.showOverlay({ opacity: value })}
          />
          <Share
            name={t("cameras.swipe")}
            value={swipe}
            onChange={(value) => registration.showOverlay({ swipe: value })}
          />
        </>
      )}
    </>
  );
}

interface ShareProps {
  readonly name: string;
  /** 0..1 */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Share({ name, value, onChange }: ShareProps) {
  return (
    <div className={classes.slider}>
      <span>{name}</span>
      <Slider
        size="sm"
        thumbLabel={name}
        label={null}
        value={Math.round(value * 100)}
        onChange={(percent) => onChange(percent / 100)}
      />
      <span className={classes.percent}>{Math.round(value * 100)} %</span>
    </div>
  );
}

function ProjectionTools({ registration }: Props) {
  useSignals();
  const { editor, workspace } = useViewer();
  const other = registration.otherThan(workspace.active.value);
  if (other === undefined || !registration.isRegistered.value) return null;
  return (
    <>
      <div className={classes.buttons}>
        {(["carry", "carryTracks"] as const).map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            disabled={refusalOf(editor, `cameras.${name}`) !== undefined}
            onClick={() => void runCommand(editor, `cameras.${name}`)}
          >
            {t(`cameras.${name}`, { name: other.name })}
          </Button>
        ))}
      </div>
      <p className={classes.hint}>{t("cameras.carryHint")}</p>
    </>
  );
}

const placeText = ({ x, y }: ImagePoint): string => `${Math.round(x)}, ${Math.round(y)}`;

const pixelsText = (value: number): string => formatFixed(value, value < 10 ? 2 : 1);
