/**
 * Asks the site to update its pipelines. A gateway error 502 means that the server is restarting with the update: the
 * page reloads once it may be back.
 */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconRefresh } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { api } from "../../api/client.ts";
import { errorStatus, errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import classes from "./AdminPage.module.css";
import { statusProps } from "../../ui/page/announce.ts";

const waitSeconds = 20;

type State =
  | { readonly kind: "idle" | "loading" | "restarting" }
  /** The server's message. */
  | { readonly kind: "done" | "failed"; readonly text: string };

export function UpdateTab() {
  const [state, setState] = useState<State>({ kind: "idle" });
  async function update(): Promise<void> {
    setState({ kind: "loading" });
    try {
      setState({ kind: "done", text: await api.call("configuration.updateContainers", {}) });
    } catch (error) {
      setState(errorStatus(error) === 502 ? { kind: "restarting" } : { kind: "failed", text: errorText(error) });
    }
  }
  return (
    <div className={classes.form}>
      <Stack gap="md" maw={560} align="flex-start">
        <Text>{t("admin.update.text")}</Text>
        {state.kind === "restarting" ? (
          <Restarting />
        ) : (
          <Button
            leftSection={<IconRefresh size={16} />}
            loading={state.kind === "loading"}
            aria-label={state.kind === "loading" ? t("admin.update.running") : t("admin.update.button")}
            onClick={() => void update()}
          >
            {t("admin.update.button")}
          </Button>
        )}
        {state.kind === "done" && (
          <Alert color="green" icon={<IconCheck size={16} />} title={t("admin.update.done")} {...statusProps}>
            {state.text}
          </Alert>
        )}
        {state.kind === "failed" && <ErrorAlert text={state.text} />}
      </Stack>
    </div>
  );
}

function Restarting() {
  const [left, setLeft] = useState(waitSeconds);
  useEffect(() => {
    const end = Date.now() + waitSeconds * 1000;
    const ticks = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(ticks);
      location.reload();
    }, 250);
    return () => clearInterval(ticks);
  }, []);
  return (
    <Alert color="blue" {...statusProps}>
      <Group justify="space-between" gap="md">
        {t("admin.update.restarting", { count: left })}
        <Button variant="default" onClick={() => location.reload()}>
          {t("admin.update.reload")}
        </Button>
      </Group>
    </Alert>
  );
}
