/**
 * One step of the tour as a line above the picture, so that it does not cover what it explains. It advances when the
 * user has done the step; Escape ends the tour (`web/editor/escape.ts`).
 */
import { Button, Progress } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { Link } from "react-router";
import { effect } from "../../base/effect.ts";
import { t } from "../../base/texts/index.ts";
import { keyCaps } from "../../commands/keys.ts";
import { endTour, tour } from "../../features/tour/tour-state.ts";
import { keepFocus } from "../parts/keep-focus.ts";
import { useViewer } from "../viewer-context.ts";
import { keysOf, tourSteps, type TourStep } from "./tour-steps.ts";
import classes from "./TourStrip.module.css";
import { statusProps } from "../../ui/page/announce.ts";

/** Parts of the page mount one after the other, and a target may be in an overflow menu, so look again. */
const pollMs = 300;
const isApple = /mac|iphone|ipad/i.test(navigator.platform);

export default function TourStrip() {
  useSignals();
  const at = tour.value?.step ?? 0;
  const step = tourSteps[at];
  useAdvance(step, at);
  useMark(step);
  const count = tourSteps.length;
  return (
    <section className={classes.strip} aria-label={t("tour.title")} data-testid="tour" onMouseDown={keepFocus}>
      <Progress
        className={classes.progress ?? ""}
        size={3}
        radius={0}
        value={(Math.min(at, count) / count) * 100}
        aria-hidden
      />
      <span className={classes.count}>{step && t("tour.step", { step: at + 1, count })}</span>
      <p className={classes.text} {...statusProps}>
        {step === undefined ? t("tour.done") : t(`tour.${step.id}`, { keys: keysText(step) })}
      </p>
      {step === undefined ? (
        <Button component={Link} to="/" size="compact-xs" variant="light">
          {t("tour.toData")}
        </Button>
      ) : (
        <Button size="compact-xs" variant="default" onClick={() => goTo(at + 1)}>
          {t("tour.skip")}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={endTour}>
        {t(step === undefined ? "tour.close" : "tour.end")}
      </Button>
    </section>
  );
}

const keysText = (step: TourStep): string =>
  keysOf(step)
    .map((keys) => keyCaps(keys, isApple).join("+"))
    .join(", ");

function goTo(step: number): void {
  const now = tour.peek();
  if (now !== undefined) tour.value = { ...now, step };
}

function useAdvance(step: TourStep | undefined, at: number): void {
  const viewer = useViewer();
  useEffect(() => {
    if (step === undefined) return undefined;
    const isDone = step.watch(viewer);
    let isOver = false;
    const stop = effect(() => {
      if (!isDone() || isOver) return;
      isOver = true;
      // Deferred: the step must not change while the effect is running.
      queueMicrotask(() => tour.peek()?.step === at && goTo(at + 1));
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [viewer, step, at]);
}

/** Outlines the step's target once it is in the page; another selection may mean another row. */
function useMark(step: TourStep | undefined): void {
  const { workspace } = useViewer();
  useEffect(() => {
    const mark = step?.mark;
    if (mark === undefined) return undefined;
    let marked: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function look(selector: string): void {
      marked?.removeAttribute("data-tour-mark");
      marked = document.querySelector(selector);
      marked?.setAttribute("data-tour-mark", "");
      clearTimeout(timer);
      if (marked === null) timer = setTimeout(() => look(selector), pollMs);
    }
    const stop = workspace.selectedTrack.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => look(mark));
    });
    return () => {
      stop();
      clearTimeout(timer);
      marked?.removeAttribute("data-tour-mark");
    };
  }, [workspace, step]);
}
