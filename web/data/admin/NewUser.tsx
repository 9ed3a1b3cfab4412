/** The form in which an administrator creates an account; works even where registration is closed. */
import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { api } from "../../api/client.ts";
import { errorField, errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";

const empty = { login: "", email: "", firstName: "", lastName: "", password: "", admin: false };

export function NewUser({ onDone }: { onDone(): void }) {
  const { isBusy, failure, send } = useSubmission();
  const required = (value: string) => (value.trim() === "" ? t("account.error.required") : null);
  const form = useForm({
    initialValues: empty,
    validate: { login: required, email: required, firstName: required, lastName: required, password: required },
  });

  async function create(values: typeof empty): Promise<void> {
    await send(async () => {
      const { login } = await api.call("user.register", values);
      notifications.show({ color: "teal", message: t("site.users.created", { login }) });
      onDone();
      await queryClient.invalidateQueries({ queryKey: keys.admin });
    }, describe);
  }

  function describe(error: unknown): string | undefined {
    const field = errorField(error);
    if (field === undefined || !(field in empty)) return errorText(error);
    form.setFieldError(field, errorText(error));
    return undefined;
  }

  return (
    <form onSubmit={form.onSubmit((values) => void create(values))} noValidate>
      <Stack gap="sm">
        {failure !== undefined && <ErrorAlert text={failure} />}
        <TextInput
          label={t("account.register.login")}
          description={t("account.register.loginHint")}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("login")}
        />
        <TextInput label={t("account.email")} type="email" autoComplete="off" {...form.getInputProps("email")} />
        <Group grow gap="sm" align="start">
          <TextInput label={t("account.firstName")} autoComplete="off" {...form.getInputProps("firstName")} />
          <TextInput label={t("account.lastName")} autoComplete="off" {...form.getInputProps("lastName")} />
        </Group>
        <PasswordInput
          label={t("account.password")}
          description={t("account.passwordHint")}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <Checkbox label={t("site.users.asAdmin")} {...form.getInputProps("admin", { type: "checkbox" })} />
        <DialogButtons>
          <Button type="submit" loading={isBusy}>
            {t("site.users.create")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
