/** The open viewer: its panels in their places, its keys, and the guard at its door. */

import { CommandPalette } from "../ui/CommandPalette.tsx";
import { ShortcutSheet } from "../ui/ShortcutSheet.tsx";
import { CanvasHost } from "./CanvasHost.tsx";
import { PlaybackBar } from "./PlaybackBar.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { Timeline } from "./Timeline.tsx";
import { TopBar } from "./TopBar.tsx";
import { useKeyboard } from "./use-keyboard.ts";
import { useLeaveGuard } from "./use-leave-guard.tsx";
import { useViewerCommands } from "./use-viewer-commands.ts";
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
