/** For the playback bar with several cameras: mirrored pan and zoom, and the layout of the cameras. */

import { useViewer } from "../../viewer-context.ts";
import { CommandButton } from "../../parts/CommandButton.tsx";

export function CameraControls() {
  const { workspace } = useViewer();
  if (workspace.cameras.length === 1) return null;
  return (
    <>
      <CommandButton command="cameras.sync" />
      <CommandButton command="cameras.large" />
    </>
  );
}
