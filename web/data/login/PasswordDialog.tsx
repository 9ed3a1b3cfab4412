/**
 * Changes the user's own password. After a one-time link the old one is not required, since it may be forgotten; users
 * with API keys can revoke them at the same time.
 */
import { Button, Checkbox, PasswordInput, Stack } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { useForm } from "@mantine/form";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { notifications } from "@mantine/notifications";
import { changePassword, loadPasswordFacts, type PasswordFacts } from "../../api/account.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";

const dialogId = "change-password";

export async function openPasswordDialog(): Promise<void> {
  const facts = await loadPasswordFacts();
  const children = <PasswordForm facts={facts} />;
  dialogs.open({ modalId: dialogId, title: t("account.password.change"), size: "sm", children });
}

function PasswordForm({ facts: { asksForOld, hasKeys } }: { readonly facts: PasswordFacts }) {
  const { isBusy, failure, send } = useSubmission();
  const required = (value: string) => (value === "" ? t("account.error.required") : null);
  const form = useForm({
    initialValues: { old: "", password: "", again: "", revokeKeys: false },
    validate: {
      old: (value) => (asksForOld ? required(value) : null),
      password: required,
      again: (value, values) => (value === values.password ? null : t("account.error.passwordsDiffer")),
    },
  });

  async function submit({ old, password, revokeKeys }: typeof form.values) {
    await send(async () => {
      await changePassword(asksForOld ? old : undefined, password, revokeKeys);
      dialogs.close(dialogId);
      notifications.show({ color: "teal", message: t("account.password.changed") });
    });
  }

  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="sm">
        {failure !== undefined && <ErrorAlert text={failure} />}
        {asksForOld && (
          <PasswordInput
            label={t("account.password.old")}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("old")}
          />
        )}
        <PasswordInput
          data-autofocus={!asksForOld || undefined}
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
        {hasKeys && (
          <Checkbox
            label={t("account.password.revokeKeys")}
            description={t("account.password.revokeKeysHint")}
            {...form.getInputProps("revokeKeys", { type: "checkbox" })}
          />
        )}
        <DialogButtons>
          <Button variant="default" onClick={() => dialogs.close(dialogId)}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t("account.password.change")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
