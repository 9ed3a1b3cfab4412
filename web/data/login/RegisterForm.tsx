/** The registration form. Server errors are shown at the field they name. */
import { Alert, Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { register } from "../../api/account.ts";
import { errorField, errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { useFields } from "./use-fields.ts";
import { statusProps } from "../../ui/page/announce.ts";

/** Mistakes that the server would refuse, checked before sending so that all are shown at once. */
const rules = {
  login: [/^\s*[a-z][a-z\d.-]{3,}\s*$/i, "account.register.loginHint"],
  email: [/^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, "account.error.email"],
  password: [/^.{6,}$/s, "account.passwordHint"],
} as const;

const empty = { login: "", email: "", firstName: "", lastName: "", password: "", again: "" };

export function RegisterForm({ onDone }: { onDone(): void | Promise<void> }) {
  const [pending, setPending] = useState(false);
  const { isBusy, failure, send } = useSubmission();
  const form = useFields(empty, (name, values) => {
    if (name === "again") return values.again === values.password ? undefined : t("account.error.passwordsDiffer");
    if (values[name].trim() === "") return t("account.error.required");
    if (name === "firstName" || name === "lastName") return undefined;
    const [rule, text] = rules[name];
    return rule.test(values[name]) ? undefined : t(text);
  });

  async function submit(values: typeof empty) {
    await send(async () => {
      const { again: _, ...account } = values;
      const user = await register(account);
      if (user === undefined) setPending(true);
      else await onDone();
      return "open";
    }, describe);
  }

  function describe(error: unknown): string | undefined {
    const field = errorField(error);
    if (field === undefined || !(field in empty)) return errorText(error);
    form.setError(field as keyof typeof empty, errorText(error));
    return undefined;
  }

  if (pending) return <Alert {...statusProps}>{t("account.register.pending")}</Alert>;
  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="sm">
        {failure !== undefined && <ErrorAlert text={failure} />}
        <TextInput
          label={t("account.register.login")}
          description={t("account.register.loginHint")}
          autoComplete="username"
          autoFocus
          {...form.field("login")}
        />
        <TextInput label={t("account.email")} type="email" autoComplete="email" {...form.field("email")} />
        <Group grow gap="sm" align="start">
          <TextInput label={t("account.firstName")} autoComplete="given-name" {...form.field("firstName")} />
          <TextInput label={t("account.lastName")} autoComplete="family-name" {...form.field("lastName")} />
        </Group>
        <PasswordInput
          label={t("account.password")}
          description={t("account.passwordHint")}
          autoComplete="new-password"
          {...form.field("password")}
        />
        <PasswordInput label={t("account.passwordAgain")} autoComplete="new-password" {...form.field("again")} />
        <Button type="submit" size="sm" fullWidth loading={isBusy} mt={4}>
          {t("account.register")}
        </Button>
      </Stack>
    </form>
  );
}
