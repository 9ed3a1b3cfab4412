/**
 * The frame of every page except the log-in page: live messages and commands. Loaded with the first of these pages.
 */
import { notifications } from "@mantine/notifications";
import { effect } from "../base/effect.ts";
import { useEffect } from "react";
import { Outlet } from "react-router";
import { errorText } from "../api/errors.ts";
import { t } from "../base/texts/index.ts";
import { keepKeys } from "../ui/commands/stored-keys.ts";
import { Commands } from "./Commands.tsx";
import { useLiveUpdates } from "./live-updates.ts";
import { keepPreferences } from "./preferences.ts";

// Once, before any key is displayed.
keepKeys();

export default function SignedIn() {
  useLiveUpdates();
  useStoredPreferences();
  return (
    <>
      <Outlet />
      <Commands />
    </>
  );
}

function useStoredPreferences(): void {
  useEffect(() => effect(() => void keepPreferences().catch(showLoss)), []);
}

function showLoss(error: unknown): void {
  notifications.show({
    color: "red",
    title: t("shell.preferences.notKept"),
    message: errorText(error),
  });
}
