/**
 * How to get in without the password: by a mailed link if the site sends mail, else by a link from an administrator.
 */
import { Alert, Anchor, Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { requestLink } from "../../api/account.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { statusProps } from "../../ui/page/announce.ts";

interface ForgotPasswordProps {
  /** Empty if the site has no contact address. */
  readonly contactEmail: string;
  readonly sendsMail: boolean;
  onBack(): void;
}

export function ForgotPassword({ contactEmail, sendsMail, onBack }: ForgotPasswordProps) {
  const back = (
    <Anchor component="button" type="button" fz="sm" onClick={onBack}>
      {t("account.back")}
    </Anchor>
  );
  return (
    <Stack gap="sm">
      <Title order={2}>{t("account.forgot.title")}</Title>
      {sendsMail ? (
        <MailForm back={back} />
      ) : (
        <>
          <Text>{t("account.forgot.text")}</Text>
          <Group justify="space-between" mt={4}>
            {back}
            {contactEmail !== "" && (
              <Button component="a" href={`mailto:${contactEmail}`} size="sm">
                {t("account.forgot.write", { email: contactEmail })}
              </Button>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}

function MailForm({ back }: { readonly back: React.ReactNode }) {
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  const { isBusy, failure, send } = useSubmission();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    await send(async () => {
      await requestLink(email.trim());
      setSent(true);
    });
  }

  if (isSent) {
    return (
      <>
        <Alert {...statusProps}>{t("account.forgot.sent")}</Alert>
        {back}
      </>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <Text>{t("account.forgot.mailText")}</Text>
        {failure !== undefined && <ErrorAlert text={failure} />}
        <TextInput
          label={t("account.email")}
          type="email"
          autoComplete="email"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Group justify="space-between" mt={4}>
          {back}
          <Button type="submit" size="sm" loading={isBusy} disabled={!email.includes("@")}>
            {t("account.forgot.send")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
