/**
 * Shown in place of the viewer while it loads, and when it cannot be opened. Its parts have the user's own sizes, so
 * nothing jumps.
 */

import { Anchor, Progress, Skeleton, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { errorCode, errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { createSettingsStore, type ClientSettings } from "../../session/display/settings.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { lowQuery, maxBottomPx } from "../docks/bottom-room.ts";
import bottomDock from "../docks/docks.module.css";
import frameSlider from "../bars/playback/FrameSlider.module.css";
import playback from "../bars/playback/PlaybackBar.module.css";
import { ImportButtonWithoutDataset } from "../bars/top-bar/DatasetButtons.tsx";
import { Navigation } from "../bars/top-bar/Navigation.tsx";
import bar from "../bars/top-bar/TopBar.module.css";
import { ViewerFrame, type ViewerFrameProps } from "../ViewerFrame.tsx";
import { browserStorage } from "./browser-storage.ts";
import classes from "./LoadingViewer.module.css";
import { statusProps } from "../../ui/page/announce.ts";

export function LoadingViewer({ share }: { readonly share: number }) {
  const percent = Math.round(share * 100);
  return (
    <ViewerFrame
      {...useEmptyParts()}
      canvas={
        <div className={classes.canvas} data-testid="canvas-place">
          <div className={classes.progress}>
            <Text c="dimmed" mb={6} {...statusProps}>
              {t("viewer.loadingDataset")} {percent} %
            </Text>
            <Progress value={percent} size="sm" aria-label={t("viewer.loadingDataset")} transitionDuration={150} />
          </div>
        </div>
      }
    />
  );
}

/**
 * Placeholders around the canvas until the viewer's own parts are loaded. Created once: progress does not re-render it.
 */
export function useEmptyParts(): Omit<ViewerFrameProps, "canvas"> {
  const [parts] = useState(makeEmptyParts);
  return parts;
}

function makeEmptyParts(): Omit<ViewerFrameProps, "canvas"> {
  const { layout } = createSettingsStore(browserStorage()).settings.peek();
  const hasTimeline = layout.bottom.isOpen && !window.matchMedia(lowQuery).matches;
  return {
    isBusy: true,
    topBar: (
      <header className={bar.bar}>
        <Navigation />
        <Skeleton animate={false} h={14} w={160} ml="sm" />
        <div className={bar.spacer} />
        <ImportButtonWithoutDataset />
      </header>
    ),
    leftRail: <div className={bottomDock.rail} data-side="left" />,
    left: <LeftSkeleton layout={layout} />,
    above: <div className={classes.editorMenu} />,
    below: (
      <>
        <div className={playback.bar} />
        <div className={bottomDock.bottom}>
          {hasTimeline && <div className={classes.border} />}
          <div className={bottomDock.bottomBar} />
          <div className={frameSlider.head} />
          {hasTimeline && <div style={{ height: Math.min(layout.bottom.sizePx, maxBottomPx(innerHeight)) }} />}
        </div>
      </>
    ),
    right: layout.right.isOpen && <div className={bottomDock.right} style={{ width: layout.right.sizePx }} />,
    rightRail: <div className={bottomDock.rail} data-side="right" />,
  };
}

/**
 * Not animated: the progress bar next to it moves, and a pulse would repaint sixty times per second while the viewer is
 * assembled.
 */
function LeftSkeleton({ layout }: Pick<ClientSettings, "layout">) {
  if (!layout.left.isOpen) return null;
  return (
    <aside className={`${bottomDock.left} ${classes.left}`} style={{ width: layout.left.sizePx }}>
      {Array.from({ length: 9 }, (_, row) => (
        <Skeleton key={row} animate={false} h={14} w={`${88 - ((row * 17) % 40)}%`} />
      ))}
    </aside>
  );
}

interface LoadFailedProps {
  readonly datasetId: string;
  readonly error: unknown;
  onRetry(): void;
}

export function LoadFailed({ datasetId, error, onRetry }: LoadFailedProps) {
  const isMissing = errorCode(error) === "missing";
  usePageTitle(t("viewer.loadFailed"));
  return (
    <ViewerFrame
      topBar={
        <header className={bar.bar}>
          <Navigation />
          <div className={bar.spacer} />
          <ImportButtonWithoutDataset />
        </header>
      }
      canvas={
        <div className={classes.canvas}>
          <div className={classes.failed}>
            <h1 className={classes.title}>{t("viewer.loadFailed")}</h1>
            {/* Advice comes first, then the reason. */}
            <Text c="dimmed" mb="md">
              {t(isMissing ? "viewer.loadMissingNext" : "viewer.loadFailedNext")}
            </Text>
            <ErrorAlert
              text={`${errorText(error, { missing: t("viewer.loadMissing") })}\n${t("viewer.contactAdministrator")}`}
              action={{ label: t("common.retry"), onClick: onRetry }}
            />
            <Text mt="md" className={classes.next ?? ""}>
              {isMissing ? (
                <Anchor component={Link} to="/trash">
                  {t("viewer.openTrash")}
                </Anchor>
              ) : (
                <Anchor component={Link} to={`/folder/${datasetId}`}>
                  {t("viewer.openFolder")}
                </Anchor>
              )}
              <Anchor component={Link} to="/">
                {t("viewer.openData")}
              </Anchor>
            </Text>
          </div>
        </div>
      }
    />
  );
}
