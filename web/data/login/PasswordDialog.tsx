/** Changing one's own password. */
import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { changePassword } from "../../api/account.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";

const ID = "change-password";

export function openPasswordDialog(): void {
  modals.open({ modalId: ID, title: t("account.password.change"), size: "sm", children: <PasswordForm /> });
}

function PasswordForm() {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const required = (value: string) => (value === "" ? t("account.error.required") : null);
  const form = useForm({
    initialValues: { old: "", password: "", again: "" },
    validate: {
      old: required,
      password: required,
      again: (value, values) => (value === values.password ? null : t("account.error.passwordsDiffer")),
    },
  });

  async function submit({ old, password }: { old: string; password: string }) {
    setBusy(true);
    setError(undefined);
    try {
      await changePassword(old, password);
      modals.close(ID);
      notifications.show({ color: "teal", message: t("account.password.changed") });
    } catch (problem) {
      setError(errorText(problem));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="sm">
        {error !== undefined && <ErrorAlert text={error} />}
        <PasswordInput
          label={t("account.password.old")}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps("old")}
        />
        <PasswordInput
          label={t("account.password.new")}
          description={t("account.passwordHint")}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <PasswordInput
          label={t("account.passwordAgain")}
          autoComplete="new-password"
          {...form.getInputProps("again")}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => modals.close(ID)}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={busy}>
            {t("account.password.change")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
