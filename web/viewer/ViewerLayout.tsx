/** The open viewer: lays out its parts, handles its keys and guards against leaving with unsaved changes. */

import { useCommandScope } from "../ui/commands/scopes.ts";
import { lazyPart } from "../ui/page/lazy-part.tsx";
import { useAttributeKeys } from "./left/attributes/use-attribute-keys.ts";
import { CameraGrid } from "./picture/cameras/CameraGrid.tsx";
import { DrawHint } from "./picture/canvas/DrawHint.tsx";
import { Notices } from "./picture/canvas/Notices.tsx";
import { BottomDock } from "./docks/BottomDock.tsx";
import { LeftDock, LeftDockBorder } from "./docks/LeftDock.tsx";
import { RightDock, RightRail } from "./docks/RightDock.tsx";
import { useModePanel } from "./docks/use-mode-panel.ts";
import { useOfferedPanels } from "./docks/use-panel-entries.ts";
import { EditorMenu } from "./bars/editor-menu/EditorMenu.tsx";
import { FileDrop } from "./import/FileDrop.tsx";
import { useDatasetJobs } from "./right/jobs/use-dataset-jobs.ts";
import { FrameSlider } from "./bars/playback/FrameSlider.tsx";
import { PlaybackBar } from "./bars/playback/PlaybackBar.tsx";
import { useRefreshedHistory } from "./right/revisions/use-fresh-history.ts";
import { useFocusReturn } from "./parts/return-focus.ts";
import { useLeaveGuard } from "./saving/use-leave-guard.tsx";
import { ToolRail } from "./bars/tool-rail/ToolRail.tsx";
import { TaskPart } from "./task/TaskPart.tsx";
import { Tour } from "./tour/Tour.tsx";
import { TopBar } from "./bars/top-bar/TopBar.tsx";
import { useEmptyParts } from "./open/LoadingViewer.tsx";
import { usePictureFirst } from "./open/use-picture-first.ts";
import { useToasts } from "./use-toasts.ts";
import { useViewer } from "./viewer-context.ts";
import { ViewerFrame } from "./ViewerFrame.tsx";

const Spoken = lazyPart(async () => (await import("./spoken/Spoken.tsx")).Spoken);

interface ViewerLayoutProps {
  /** Unsaved changes were discarded, but the page still shows them. */
  onDiscard(): void;
}

export function ViewerLayout({ onDiscard }: ViewerLayoutProps) {
  useCommandScope("viewer", useViewer().editor);
  useAttributeKeys();
  useFocusReturn();
  useLeaveGuard(onDiscard);
  useModePanel();
  useOfferedPanels();
  useToasts();
  useRefreshedHistory();
  useDatasetJobs();
  const empty = useEmptyParts();
  const there = usePictureFirst(3);
  const [hasBars, hasLeftPicture, hasAll] = [there > 0, there > 1, there > 2];
  return (
    <ViewerFrame
      isBusy={!hasAll}
      topBar={hasBars ? <TopBar /> : empty.topBar}
      leftRail={hasBars ? <ToolRail /> : empty.leftRail}
      left={hasLeftPicture ? <LeftDock /> : empty.left}
      above={
        hasBars ? (
          <>
            <Spoken />
            <FileDrop />
            <EditorMenu />
            <Tour />
            <TaskPart />
          </>
        ) : (
          empty.above
        )
      }
      canvas={
        <>
          <CameraGrid />
          {hasAll && <DrawHint />}
          <Notices />
        </>
      }
      below={
        hasAll ? (
          <>
            <PlaybackBar />
            <BottomDock head={<FrameSlider />} />
          </>
        ) : (
          empty.below
        )
      }
      leftBorder={hasLeftPicture && <LeftDockBorder />}
      right={hasAll ? <RightDock /> : empty.right}
      rightRail={hasBars ? <RightRail /> : empty.rightRail}
    />
  );
}
