/** Connects the commands of a place to its page. */
import { useEffect, useMemo, useRef } from "react";
import type { Place } from "../../commands/command.ts";
import { useCommandScope } from "../../ui/commands/scopes.ts";
import { showRefusal } from "../../ui/commands/show-refusal.ts";

export function usePlaceCommands({ createFolder, upload, goUp }: Omit<Place, "refuse">): void {
  // A new function on each render, with the same effect.
  const latest = useRef(goUp);
  useEffect(() => {
    latest.current = goUp;
  });
  const context = useMemo<Place>(
    () => ({ createFolder, upload, goUp: () => latest.current(), refuse: showRefusal }),
    [createFolder, upload],
  );
  useCommandScope("place", context);
}
