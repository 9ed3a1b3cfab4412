/** Names and e-mail address of the signed-in user. */
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { changeProfile } from "../../api/account.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import classes from "./AccountPage.module.css";

export function ProfileForm() {
  const { login, firstName, lastName, email = "" } = requireUser();
  const { isBusy, failure, send } = useSubmission();
  const required = (value: string) => (value.trim() === "" ? t("account.error.required") : null);
  const form = useForm({
    initialValues: { firstName, lastName, email },
    validate: { firstName: required, lastName: required, email: required },
  });

  async function save(values: typeof form.values): Promise<void> {
    await send(async () => {
      await changeProfile(values);
      // Changes made during the request are not saved yet.
      form.resetDirty(values);
      notifications.show({ color: "teal", message: t("profile.about.saved") });
      return "open";
    });
  }

  return (
    <form className={classes.wide} onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <Stack gap="sm">
        {failure !== undefined && <ErrorAlert text={failure} />}
        <Text c="dimmed">
          {t("profile.about.login")}: {login}
        </Text>
        <Group grow align="flex-start">
          <TextInput
            label={t("account.firstName")}
            autoComplete="given-name"
            withAsterisk
            {...form.getInputProps("firstName")}
          />
          <TextInput
            label={t("account.lastName")}
            autoComplete="family-name"
            withAsterisk
            {...form.getInputProps("lastName")}
          />
        </Group>
        <TextInput
          type="email"
          label={t("account.email")}
          autoComplete="email"
          withAsterisk
          {...form.getInputProps("email")}
        />
        <div>
          <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
            {t("common.save")}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
