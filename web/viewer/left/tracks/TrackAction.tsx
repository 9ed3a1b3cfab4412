/** A button in a track's row. */
import type { ReactNode } from "react";
import type { TrackId } from "#core/types";
import type { CommandIdOf } from "../../../commands/registry.ts";
import { CommandButton } from "../../parts/CommandButton.tsx";

/** Look of the icons in a row. */
export const icon = { size: 14, stroke: 1.7 };

interface TrackActionProps {
  readonly id: TrackId;
  readonly command: CommandIdOf<"viewer"> & `track.${string}`;
  readonly label: string;
  readonly children: ReactNode;
}

/** A button for a command on this row's track, which it selects first. */
export function TrackAction({ id, command, label, children }: TrackActionProps) {
  return <CommandButton command={command} args={{ track: id }} size={24} label={label} icon={children} />;
}
