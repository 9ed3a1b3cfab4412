/**
 * Start-up: loads the session, the branding and the features of the site before any page is shown. An unreachable
 * server is retried, with growing pauses.
 */
import { Button, Center, Group, Loader, Stack, Text, Title } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { loadSession } from "../api/account.ts";
import { errorStatus, errorText } from "../api/errors.ts";
import { loadBrand, loadPublicSettings, publicSettings, toBrand } from "../api/site.ts";
import { currentToken } from "../api/token.ts";
import { t } from "../base/texts/index.ts";
import { reportPage, startReports } from "./reports.ts";
import { adoptPreferences } from "./preferences.ts";
import { showAccent, useBrandInPage } from "./brand-in-page.ts";
import { loadSide, side, redirectToLogin } from "./entrance.ts";

type BootState = { readonly state: "starting" | "ready" } | { readonly state: "failed"; readonly error: unknown };

const firstPauseSeconds = 3;
const maxPauseSeconds = 30;

export function Boot({ children }: { readonly children: ReactNode }) {
  const [boot, setBoot] = useState<BootState>({ state: "starting" });
  const [attempt, setAttempt] = useState(0);
  useBrandInPage();

  const run = useCallback(() => {
    start()
      .then(() => setBoot({ state: "ready" }))
      .catch((error: unknown) => setBoot({ state: "failed", error }));
  }, []);
  useEffect(run, [run]);

  function retry() {
    setAttempt(attempt + 1);
    run();
  }

  if (boot.state === "ready") return children;
  if (boot.state === "failed") return <BootFailed key={attempt} error={boot.error} attempt={attempt} onRetry={retry} />;
  return <Starting />;
}

async function start(): Promise<void> {
  prefetchViewer();
  await Promise.all([
    loadSession().then(() => Promise.all([loadSide(side.peek()), adoptPreferences()])),
    loadBrand().then((data) => showAccent(toBrand(data).accent)),
    loadPublicSettings(),
    // Loaded before the first paint: text that changes its font later shifts the layout.
    document.fonts.load("1em 'Inter Variable'").catch(() => undefined),
  ]);
  startReports(publicSettings.peek()["wakeline.report_url"]);
  reportPage();
  if (side.peek() === "login") redirectToLogin();
}

function prefetchViewer(): void {
  if (currentToken() === undefined || !location.pathname.startsWith("/viewer/")) return;
  import("./viewer-prefetch.ts").catch(() => undefined);
}

/** Shows nothing at first: most starts are too fast for a spinner. */
function Starting() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Center component="main" h="100%" aria-busy="true">
      {slow && (
        <Group gap="sm">
          <Loader size="sm" />
          <Text>{t("common.loading")}</Text>
        </Group>
      )}
    </Center>
  );
}

interface BootFailedProps {
  readonly error: unknown;
  readonly attempt: number;
  onRetry(): void;
}

function BootFailed({ error, attempt, onRetry }: BootFailedProps) {
  const unreachable = (errorStatus(error) ?? 500) === 0 || (errorStatus(error) ?? 500) >= 502;
  const [seconds, setSeconds] = useState(() => Math.min(maxPauseSeconds, firstPauseSeconds * 2 ** attempt));
  useEffect(() => {
    if (seconds <= 0) {
      onRetry();
      return;
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds, onRetry]);

  return (
    <Center component="main" h="100%" p="lg">
      <Stack align="center" gap="md" maw={440} role="alert">
        <IconPlugConnectedX size={40} stroke={1.25} />
        <Title order={1}>{t(unreachable ? "shell.boot.unreachable" : "shell.boot.failed")}</Title>
        <Text ta="center">
          {unreachable ? t("shell.boot.unreachableText", { address: location.origin }) : errorText(error)}
        </Text>
        <Group gap="md">
          <Text c="dimmed">{t("shell.boot.retryIn", { count: seconds })}</Text>
          <Button onClick={onRetry}>{t("shell.boot.retryNow")}</Button>
        </Group>
      </Stack>
    </Center>
  );
}
