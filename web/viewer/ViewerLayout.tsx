/** The open viewer: its panels in their places, its keys, and the guard at its door. */

import { useCommandScope } from "../ui/commands/scopes.ts";
import { CanvasHost } from "./canvas/CanvasHost.tsx";
import { PlaybackBar } from "./playback/PlaybackBar.tsx";
import { Sidebar } from "./docks/Sidebar.tsx";
import { Timeline } from "./timeline/Timeline.tsx";
import { TopBar } from "./top-bar/TopBar.tsx";
import { useLeaveGuard } from "./saving/use-leave-guard.tsx";
import { useViewer } from "./viewer-context.ts";
import classes from "./ViewerLayout.module.css";

export function ViewerLayout() {
  useCommandScope("viewer", useViewer().editor);
  useLeaveGuard();
  return (
    <div className={classes.viewer}>
      <TopBar />
      <div className={classes.body}>
        <Sidebar />
        <main className={classes.stage}>
          <CanvasHost />
          <PlaybackBar />
          <Timeline />
        </main>
      </div>
    </div>
  );
}
