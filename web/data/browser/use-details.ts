/** Whether the details are shown. In a narrow window they are a drawer over the list, initially closed. */
import { useMediaQuery } from "@mantine/hooks";
import { signal } from "@preact/signals-core";
import { useSignals } from "@preact/signals-react/runtime";
import { showDetails } from "../preferences.ts";

/** Below this width the list needs the whole window, CSS pixels. */
const drawerQuery = "(max-width: 899px)";
const isDrawerOpen = signal(false);

export interface Details {
  readonly isShown: boolean;
  readonly isDrawer: boolean;
  toggle(): void;
}

export function useDetails(): Details {
  useSignals();
  const isDrawer = useMediaQuery(drawerQuery, undefined, { getInitialValueInEffect: false });
  const shown = isDrawer ? isDrawerOpen : showDetails;
  return { isShown: shown.value, isDrawer, toggle: () => (shown.value = !shown.peek()) };
}
