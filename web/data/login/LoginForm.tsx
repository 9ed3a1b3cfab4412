/** Login name and password. Also used on top of a page whose session has ended. */
import { Anchor, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { signIn } from "../../api/account.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";

interface LoginFormProps {
  /** Filled in already, for example after a session ended. */
  readonly login?: string;
  onDone(): void;
  onForgot?(): void;
}

export function LoginForm({ login = "", onDone, onForgot }: LoginFormProps) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const required = (value: string) => (value.trim() === "" ? t("account.error.required") : null);
  const form = useForm({ initialValues: { login, password: "" }, validate: { login: required, password: required } });

  async function submit(values: { login: string; password: string }) {
    setBusy(true);
    setError(undefined);
    try {
      await signIn(values.login.trim(), values.password);
      onDone();
    } catch (problem) {
      setError(
        errorText(problem, {
          "Login failed.": t("account.error.wrong"),
          "Account is disabled.": t("account.error.disabled"),
        }),
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="sm">
        {error !== undefined && <ErrorAlert text={error} />}
        <TextInput
          label={t("account.login")}
          autoComplete="username"
          data-autofocus={login === "" || undefined}
          {...form.getInputProps("login")}
        />
        <PasswordInput
          label={t("account.password")}
          autoComplete="current-password"
          data-autofocus={login !== "" || undefined}
          {...form.getInputProps("password")}
        />
        <Button type="submit" size="sm" fullWidth loading={busy} mt={4}>
          {t("account.logIn")}
        </Button>
        {onForgot !== undefined && (
          <Anchor component="button" type="button" fz="sm" ta="start" onClick={onForgot}>
            {t("account.forgot")}
          </Anchor>
        )}
      </Stack>
    </form>
  );
}
