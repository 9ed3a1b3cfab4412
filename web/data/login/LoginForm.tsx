/**
 * Login name and password, then the one-time code if the account needs one. Also shown over a page whose session has
 * expired.
 */
import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { isWrongCode, needsCode, signIn } from "../../api/account.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { useFields } from "./use-fields.ts";

interface LoginFormProps {
  /** Prefilled login name, for example after the session expired. */
  readonly login?: string;
  /** The form stays busy until this resolves. */
  onDone(): void | Promise<void>;
  onForgot?(): void;
}

export function LoginForm({ login = "", onDone, onForgot }: LoginFormProps) {
  const { isBusy, failure, send } = useSubmission();
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useFields({ login, password: "", code: "" }, (name, values) =>
    values[name].trim() === "" && (name !== "code" || asksForCode) ? t("account.error.required") : undefined,
  );

  async function submit({ login: name, password, code }: typeof form.values) {
    await send(async () => {
      // Authenticator apps show the digits in groups.
      await signIn(name.trim(), password, asksForCode ? code.replaceAll(/\s/g, "") : undefined);
      await onDone();
      return "open";
    }, describe);
  }

  function describe(error: unknown): string | undefined {
    if (isWrongCode(error)) {
      form.set({ code: "" });
      form.setError("code", t("account.error.code"));
      return undefined;
    }
    setAsksForCode(needsCode(error));
    return needsCode(error) ? undefined : loginErrorText(error);
  }

  function back() {
    setAsksForCode(false);
    form.set({ password: "", code: "" });
  }

  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="sm">
        {failure !== undefined && <ErrorAlert text={failure} />}
        {asksForCode ? (
          <TextInput
            label={t("account.code.label")}
            description={t("account.code.hint", { login: form.values.login.trim() })}
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            {...form.field("code")}
          />
        ) : (
          <>
            <TextInput
              label={t("account.login")}
              autoComplete="username"
              autoFocus={login === ""}
              data-autofocus={login === "" || undefined}
              {...form.field("login")}
            />
            <PasswordInput
              label={t("account.password")}
              autoComplete="current-password"
              data-autofocus={login !== "" || undefined}
              {...form.field("password")}
            />
          </>
        )}
        <Button type="submit" size="sm" fullWidth loading={isBusy} mt={4}>
          {t("account.logIn")}
        </Button>
        {asksForCode ? (
          <Group justify="space-between" align="start" wrap="nowrap">
            <Text fz="sm" c="dimmed">
              {t("account.code.lost")}
            </Text>
            <Anchor component="button" type="button" fz="sm" onClick={back}>
              {t("account.code.back")}
            </Anchor>
          </Group>
        ) : (
          onForgot !== undefined && (
            <Anchor component="button" type="button" fz="sm" ta="start" onClick={onForgot}>
              {t("account.forgot")}
            </Anchor>
          )
        )}
      </Stack>
    </form>
  );
}

function loginErrorText(problem: unknown): string {
  return errorText(problem, {
    "login-failed": t("account.error.wrong"),
    "account-disabled": t("account.error.disabled"),
  });
}
