/** The context of the commands of every page. */
import { useEffect, useMemo, useRef } from "react";
import { useNavigate } from "react-router";
import { requireUser } from "../api/session.ts";
import type { Shell } from "../commands/command.ts";
import { openPasswordDialog } from "../data/login/open-password.ts";
import { focusSearchBox, hasSearchBox } from "../data/search/SearchInput.tsx";
import { openNotice } from "../features/open-notice.ts";
import { useBrand } from "../features/site.ts";
import { openCommandPalette } from "../ui/commands/open-keys.ts";
import { openKeyDialog } from "../ui/commands/open-keys.ts";
import { openShortcutSheet } from "../ui/commands/open-keys.ts";
import { useCommandScope } from "../ui/commands/scopes.ts";
import { showRefusal } from "../ui/commands/show-refusal.ts";
import { useColorScheme } from "../ui/theme/use-color-scheme.ts";
import { useSignOut } from "./use-sign-out.ts";

export function useShell(): void {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { toggle } = useColorScheme();
  const { alertMessage } = useBrand();
  // New functions on each render, while the context object stays the same.
  const latest = useRef({ navigate, signOut, toggle, alertMessage });
  useEffect(() => {
    latest.current = { navigate, signOut, toggle, alertMessage };
  });

  const shell = useMemo<Shell>(
    () => ({
      get isAdmin() {
        return requireUser().admin;
      },
      goTo: (path) => void latest.current.navigate(path),
      openPalette: openCommandPalette,
      openShortcuts: openShortcutSheet,
      openKeys: openKeyDialog,
      startTour: () => void import("../features/tour/start-tour.tsx").then(({ startTour }) => startTour()),
      toggleTheme: () => latest.current.toggle(),
      changePassword: () => openPasswordDialog(),
      signOut: () => void latest.current.signOut(),
      get focusSearch() {
        return hasSearchBox() ? focusSearchBox : undefined;
      },
      get showNotice() {
        const { alertMessage: message } = latest.current;
        return message === "" ? undefined : () => void openNotice(message);
      },
      refuse: showRefusal,
    }),
    [],
  );
  useCommandScope("shell", shell);
}
