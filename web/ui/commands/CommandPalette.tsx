/** Ctrl+K: all commands of the current page, found by typing a part of their names. */
import { Spotlight } from "@mantine/spotlight";
import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";
import { useSignals } from "@preact/signals-react/runtime";
import { IconCheck, IconSearch } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { t } from "../../base/texts/index.ts";
import { groupTitle } from "../../commands/groups.ts";
import { refusalText } from "../../commands/refusal-text.ts";
import { keyOf } from "../../commands/keymap.ts";
import { commands } from "../../commands/known.ts";
import classes from "./CommandPalette.module.css";
import { CommandIcon } from "./icons.tsx";
import { paletteOpen } from "./open-keys.ts";
import { Keys } from "./Keys.tsx";
import { offeredPanelEntries } from "./panel-entries.ts";
import { filterPalette, hasWords } from "./palette-filter.ts";
import { offeredCommands, type OfferedCommand } from "./scopes.ts";

export default function CommandPalette() {
  useSignals();
  const [query, setQuery] = useState("");
  // While closed it queries nothing: many refusals change with each frame.
  const [isOpen, setIsOpen] = useState(false);
  const offered = isOpen ? offeredCommands() : [];
  const listed = offered.filter(({ id }) => commands[id].needsArgs !== true);
  const groups = Map.groupBy(listed, ({ id }) => commands[id].group);
  const actions: SpotlightActionGroupData[] = [...groups].map(([group, members]) => ({
    group: groupTitle(group),
    actions: members.map((command) => actionOf(command)),
  }));
  const panels = isOpen ? offeredPanelEntries() : [];
  // The element that had the focus. Mantine would look it up only after the field has taken it.
  const cameFrom = useRef<Element | null>(null);
  const onClosed = useRef<(() => void) | undefined>(undefined);
  if (panels.length > 0) {
    actions.push({
      group: t("palette.panels"),
      actions: panels.map((panel) => ({
        id: panel.id,
        label: panel.title,
        keywords: panel.keywords,
        leftSection: <panel.icon size={16} stroke={1.75} />,
        // Opening it takes the focus, so restore it first.
        onClick: () => {
          onClosed.current = () => panel.open();
        },
      })),
    });
  }
  // Commands that cannot run now come last in their group. Exact names come before names that only contain the words.
  const isNamed = ({ label }: SpotlightActionData): boolean => label?.toLowerCase() === query.trim().toLowerCase();
  for (const { actions: members } of actions) {
    members.sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || Number(isRefused(a)) - Number(isRefused(b)));
  }
  actions.sort((a, b) => Number(b.actions.some(isNamed)) - Number(a.actions.some(isNamed)));
  const goToFrame = offered.find(({ id }) => id === "playback.goToFrame");
  // "120", "frame 120", "go to 120".
  const [, before = "", number] = /^(\D*)(\d{1,9})$/.exec(query.trim()) ?? [];
  if (goToFrame !== undefined && number !== undefined && hasWords(before.trim(), frameWords())) {
    const frame = Number(number);
    const action = { ...actionOf(goToFrame, { frame }), id: "frame", keywords: query, rightSection: null };
    actions.unshift({
      group: groupTitle("playback"),
      actions: [{ ...action, label: t("palette.goToFrame", { frame }) }],
    });
  }

  return (
    <Spotlight
      actions={actions}
      query={query}
      filter={(sought, groups) => filterPalette(sought, groups as SpotlightActionGroupData[])}
      onQueryChange={setQuery}
      onSpotlightOpen={() => {
        setIsOpen(true);
        paletteOpen.value = true;
      }}
      onSpotlightClose={() => {
        setIsOpen(false);
        paletteOpen.value = false;
        const focused = document.activeElement;
        // A command may have moved the focus.
        if (focused === null || focused === document.body || focused.closest("[data-palette]") !== null) {
          (cameFrom.current as HTMLElement | null)?.focus({ preventScroll: true });
        }
        onClosed.current?.();
        onClosed.current = undefined;
      }}
      returnFocus={false}
      data-palette
      classNames={{ actionsGroup: classes.group ?? "" }}
      attributes={{ content: { "aria-label": t("palette.open") } }}
      shortcut={null}
      // Opens without a transition and with the focus: keys typed right after Ctrl+K are meant for it, and not for
      // the page below.
      transitionProps={{ duration: 0 }}
      nothingFound={t("palette.empty")}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        autoFocus: true,
        onFocus: ({ relatedTarget }) => {
          if (relatedTarget?.closest("[data-palette]") == null) cameFrom.current = relatedTarget;
        },
        leftSection: <IconSearch size={16} stroke={1.75} />,
        placeholder: t("palette.placeholder"),
        "aria-label": t("palette.placeholder"),
      }}
    />
  );
}

function frameWords(): string {
  return `${t(commands["playback.goToFrame"].label)} ${t("commands.goToFrameWords")}`;
}

const isRefused = (action: SpotlightActionData): boolean => action["aria-disabled"] === true;

/** A command that cannot run is dimmed and shows the reason instead of its description. */
function actionOf(offered: OfferedCommand, args?: unknown) {
  const { label, icon, keywords } = commands[offered.id];
  const refusal = offered.refusal(args);
  const keys = keyOf(offered.id);
  return {
    id: offered.id,
    label: t(label),
    keywords: keywords === undefined ? "" : t(keywords),
    leftSection: <CommandIcon name={icon} />,
    rightSection: (
      <>
        {offered.isChecked() === true && <IconCheck size={15} stroke={1.75} aria-label={t("palette.on")} />}
        {keys !== undefined && <Keys keys={keys} />}
      </>
    ),
    ...(refusal !== undefined && {
      description: refusalText(refusal),
      "aria-disabled": true,
      className: classes.refused ?? "",
    }),
    onClick: () => offered.run(args),
  };
}
