/** Entries of the top bar's menu: those that are only there, and those that no longer fit in the bar. */

import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { isChecked, runCommand, type CommandIdOf } from "../../../commands/registry.ts";
import { openNotice } from "../../../features/open-notice.ts";
import { useBrand } from "../../../features/site.ts";
import { CommandItem, CommandLink, CommandToggle } from "../../../ui/commands/CommandItem.tsx";
import { openCommandPalette } from "../../../ui/commands/open-keys.ts";
import { openShortcutSheet } from "../../../ui/commands/open-keys.ts";
import { useColorScheme } from "../../../ui/theme/use-color-scheme.ts";
import { HiddenCommands } from "../../parts/HiddenCommands.tsx";
import { useViewer } from "../../viewer-context.ts";

const commandsOf = { import: ["annotations.import"], clone: ["dataset.clone"] } as const;
const toggles: readonly CommandIdOf<"viewer">[] = [
  "tracks.compactRows",
  "dataset.autosave",
  "dataset.mergeAtOnce",
  "dataset.asYouGo",
];

export function MoreItems({ gone }: { readonly gone: ReadonlySet<string> }) {
  useSignals();
  const { editor } = useViewer();
  const { alertMessage } = useBrand();
  const { isDark, toggle } = useColorScheme();
  return (
    <>
      {gone.has("guide") && <CommandLink id="go.guide" to="/user-guide" isNewTab />}
      <HiddenCommands commandsOf={commandsOf} gone={gone} />
      {gone.has("alert") && <CommandItem id="site.notice" onClick={() => void openNotice(alertMessage)} />}
      <CommandItem id="help.tour" onClick={startTour} />
      <CommandItem id="help.shortcuts" onClick={openShortcutSheet} />
      <CommandItem id="help.palette" onClick={openCommandPalette} />
      {toggles.map((id) => (
        <CommandToggle
          key={id}
          id={id}
          isChecked={isChecked(editor, id) === true}
          onToggle={() => void runCommand(editor, id)}
        />
      ))}
      <CommandItem id="theme.toggle" label={t(isDark ? "viewer.lightTheme" : "viewer.darkTheme")} onClick={toggle} />
    </>
  );
}

const startTour = (): void => void import("../../../features/tour/start-tour.tsx").then((tour) => tour.startTour());
