/** One-time codes as the second factor: turned on by a first code from the app, and off by another. */
import { Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useSignals } from "@preact/signals-react/runtime";
import { useState, type FormEvent, type ReactNode } from "react";
import { renderSVG } from "uqr";
import { confirmOneTimeCodes, removeOneTimeCodes, startOneTimeCodes } from "../../api/account.ts";
import { errorStatus, errorText } from "../../api/errors.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import classes from "./AccountPage.module.css";

export function OneTimeCodes() {
  useSignals();
  const isOn = requireUser().otp === true;
  /** The address with the secret for the app, until it is confirmed. */
  const [address, setAddress] = useState<string>();
  const [isEnding, setEnding] = useState(false);
  const { isBusy, failure, send } = useSubmission();

  async function begin(): Promise<void> {
    await send(async () => {
      setAddress(await startOneTimeCodes());
      return "open";
    });
  }
  function close(): void {
    setAddress(undefined);
    setEnding(false);
  }

  return (
    <>
      <Text c="dimmed">{t(isOn ? "profile.code.on" : "profile.code.off")}</Text>
      {failure !== undefined && <ErrorAlert text={failure} />}
      <Button variant="default" loading={isBusy} onClick={() => (isOn ? setEnding(true) : void begin())}>
        {t(isOn ? "profile.code.switchOff" : "profile.code.switchOn")}
      </Button>
      <Modal
        opened={address !== undefined || isEnding}
        onClose={close}
        title={t("profile.code.title")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        {address !== undefined && (
          <CodeForm
            button={t("profile.code.confirm")}
            onCode={confirmOneTimeCodes}
            done={t("profile.code.isOn")}
            onDone={close}
          >
            <Secret address={address} />
          </CodeForm>
        )}
        {isEnding && (
          <CodeForm
            button={t("profile.code.switchOff")}
            onCode={removeOneTimeCodes}
            done={t("profile.code.isOff")}
            onDone={close}
          >
            <Text>{t("profile.code.offQuestion")}</Text>
          </CodeForm>
        )}
      </Modal>
    </>
  );
}

function Secret({ address }: { readonly address: string }) {
  const secret = new URL(address).searchParams.get("secret") ?? "";
  return (
    <>
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
    </>
  );
}

interface CodeFormProps {
  readonly button: string;
  onCode(code: string): Promise<void>;
  /** Message after a correct code. */
  readonly done: string;
  onDone(): void;
  readonly children: ReactNode;
}

function CodeForm({ button, onCode, done, onDone, children }: CodeFormProps) {
  const [code, setCode] = useState("");
  const { isBusy, failure, send } = useSubmission();
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    await send(
      async () => {
        await onCode(code);
        notifications.show({ color: "teal", message: done });
        onDone();
      },
      (error) => (errorStatus(error) === 403 ? t("profile.code.wrong") : errorText(error)),
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        {children}
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
          <Button type="submit" loading={isBusy} disabled={code.trim() === ""}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
