/** The open viewer: its panels in their places, its keys, and the guard at its door. */

import { CommandPalette } from "../ui/CommandPalette.tsx";
import { ShortcutSheet } from "../ui/ShortcutSheet.tsx";
import { CanvasHost } from "./canvas/CanvasHost.tsx";
import { PlaybackBar } from "./playback/PlaybackBar.tsx";
import { Sidebar } from "./docks/Sidebar.tsx";
import { Timeline } from "./timeline/Timeline.tsx";
import { TopBar } from "./top-bar/TopBar.tsx";
import { useKeyboard } from "./keyboard/use-keyboard.ts";
import { useLeaveGuard } from "./saving/use-leave-guard.tsx";
import { useViewerCommands } from "./keyboard/use-viewer-commands.ts";
import classes from "./ViewerLayout.module.css";

export function ViewerLayout() {
  useKeyboard();
  useLeaveGuard();
  useViewerCommands();
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
      <CommandPalette />
      <ShortcutSheet />
    </div>
  );
}
