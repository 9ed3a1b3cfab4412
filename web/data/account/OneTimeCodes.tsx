/** One-time codes as the second factor: on by a first code of the app, off again after a question. */
import { Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useSignals } from "@preact/signals-react/runtime";
import { useState, type FormEvent } from "react";
import { renderSVG } from "uqr";
import { confirmOneTimeCodes, removeOneTimeCodes, startOneTimeCodes } from "../../api/account.ts";
import { errorStatus, errorText } from "../../api/errors.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { confirmDialog } from "../../ui/confirm.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import classes from "./AccountPage.module.css";

export function OneTimeCodes() {
  useSignals();
  const isOn = requireUser().otp === true;
  /** Address with the secret that the app reads, while it is not confirmed. */
  const [address, setAddress] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function attempt(work: () => Promise<void>): Promise<void> {
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(errorText(error));
    }
  }

  async function switchOff(): Promise<void> {
    const isSure = await confirmDialog({
      title: t("profile.code.title"),
      text: t("profile.code.offQuestion"),
      positive: t("profile.code.switchOff"),
      danger: true,
    });
    if (!isSure) return;
    await removeOneTimeCodes();
    notifications.show({ color: "teal", message: t("profile.code.isOff") });
  }

  return (
    <>
      <Text c="dimmed">{t(isOn ? "profile.code.on" : "profile.code.off")}</Text>
      {failure !== undefined && <ErrorAlert text={failure} />}
      <Button
        variant="default"
        onClick={() => void attempt(isOn ? switchOff : async () => setAddress(await startOneTimeCodes()))}
      >
        {t(isOn ? "profile.code.switchOff" : "profile.code.switchOn")}
      </Button>
      <Modal
        opened={address !== undefined}
        onClose={() => setAddress(undefined)}
        title={t("profile.code.title")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        {address !== undefined && <ConfirmForm address={address} onDone={() => setAddress(undefined)} />}
      </Modal>
    </>
  );
}

function ConfirmForm({ address, onDone }: { readonly address: string; onDone(): void }) {
  const [code, setCode] = useState("");
  const [failure, setFailure] = useState<string>();
  const secret = new URL(address).searchParams.get("secret") ?? "";
  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault();
    setFailure(undefined);
    try {
      await confirmOneTimeCodes(code);
      notifications.show({ color: "teal", message: t("profile.code.isOn") });
      onDone();
    } catch (error) {
      setFailure(errorStatus(error) === 403 ? t("profile.code.wrong") : errorText(error));
    }
  }
  return (
    <form onSubmit={(event) => void confirm(event)} noValidate>
      <Stack gap="sm">
        <Text>{t("profile.code.scan")}</Text>
        <Group justify="center">
          <img
            className={classes.code}
            alt={t("profile.code.picture")}
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 1 }))}`}
          />
        </Group>
        <Text size="sm">
          {t("profile.code.secret")}: <Code>{secret}</Code>
        </Text>
        <TextInput
          label={t("profile.code.code")}
          autoComplete="one-time-code"
          inputMode="numeric"
          data-autofocus
          value={code}
          error={failure}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={code.trim() === ""}>
            {t("profile.code.confirm")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
