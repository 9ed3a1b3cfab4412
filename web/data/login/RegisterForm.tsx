/** A new account. What the server objects to is shown at the field it names. */
import { Alert, Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { register } from "../../api/account.ts";
import { errorField, errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";

const empty = { login: "", email: "", firstName: "", lastName: "", password: "", again: "" };

export function RegisterForm({ onDone }: { onDone(): void }) {
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const [busy, setBusy] = useState(false);
  const required = (value: string) => (value.trim() === "" ? t("account.error.required") : null);
  const form = useForm({
    initialValues: empty,
    validate: {
      login: required,
      email: required,
      firstName: required,
      lastName: required,
      password: required,
      again: (value, values) => (value === values.password ? null : t("account.error.passwordsDiffer")),
    },
  });

  async function submit(values: typeof empty) {
    setBusy(true);
    setError(undefined);
    try {
      const { again: _, ...account } = values;
      const user = await register(account);
      if (user === undefined) setPending(true);
      else onDone();
    } catch (problem) {
      const field = errorField(problem);
      if (field !== undefined && field in empty) form.setFieldError(field, errorText(problem));
      else setError(errorText(problem));
    } finally {
      setBusy(false);
    }
  }

  if (pending) return <Alert role="status">{t("account.register.pending")}</Alert>;
  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="sm">
        {error !== undefined && <ErrorAlert text={error} />}
        <TextInput
          label={t("account.register.login")}
          description={t("account.register.loginHint")}
          autoComplete="username"
          data-autofocus
          {...form.getInputProps("login")}
        />
        <TextInput label={t("account.email")} type="email" autoComplete="email" {...form.getInputProps("email")} />
        <Group grow gap="sm" align="start">
          <TextInput label={t("account.firstName")} autoComplete="given-name" {...form.getInputProps("firstName")} />
          <TextInput label={t("account.lastName")} autoComplete="family-name" {...form.getInputProps("lastName")} />
        </Group>
        <PasswordInput
          label={t("account.password")}
          description={t("account.passwordHint")}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <PasswordInput
          label={t("account.passwordAgain")}
          autoComplete="new-password"
          {...form.getInputProps("again")}
        />
        <Button type="submit" size="sm" fullWidth loading={busy} mt={4}>
          {t("account.register")}
        </Button>
      </Stack>
    </form>
  );
}
