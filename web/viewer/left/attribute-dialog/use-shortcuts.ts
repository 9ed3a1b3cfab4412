/** The keys that give an attribute a value, while they are being edited. They are settings of the user. */

import { useState } from "react";
import type { AttributeShortcut } from "../../../session/display/settings.ts";
import { useViewer } from "../../viewer-context.ts";
import { isShortcut, type ShortcutDraft } from "./shortcut-rules.ts";

export interface Shortcuts {
  readonly drafts: readonly ShortcutDraft[];
  /** Those of other attributes. */
  readonly others: readonly AttributeShortcut[];
  setDrafts(drafts: readonly ShortcutDraft[]): void;
  /** Stores the ones that have a key. */
  store(attribute: string, drafts: readonly ShortcutDraft[]): void;
}

/** @param attribute the key of its definition; `undefined` for a new one */
export function useShortcuts(attribute: string | undefined): Shortcuts {
  const { settings } = useViewer().workspace;
  const stored = settings.settings.value.attributeSettings.shortcuts.filter(isShortcut);
  const others = stored.filter((each) => each.attribute !== attribute);
  const [drafts, setDrafts] = useState<readonly ShortcutDraft[]>(() =>
    stored.filter((each) => each.attribute === attribute).map(({ key, value }, id) => ({ id, key, value })),
  );
  return {
    drafts,
    others,
    setDrafts,
    store(of, changed) {
      const ofAttribute = changed
        .filter(({ key }) => key !== "")
        .map(({ key, value }) => ({ key, attribute: of, value }));
      settings.change({ attributeSettings: { shortcuts: [...others, ...ofAttribute] } });
    },
  };
}
