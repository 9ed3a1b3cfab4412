/** How to get in without the password: a one-time link of an administrator. */
import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { t } from "../../base/texts/index.ts";

interface ForgotPasswordProps {
  /** Empty when the site names no address. */
  readonly contactEmail: string;
  onBack(): void;
}

export function ForgotPassword({ contactEmail, onBack }: ForgotPasswordProps) {
  return (
    <Stack gap="sm">
      <Title order={2}>{t("account.forgot.title")}</Title>
      <Text>{t("account.forgot.text")}</Text>
      <Group justify="space-between" mt={4}>
        <Anchor component="button" type="button" fz="sm" onClick={onBack}>
          {t("account.back")}
        </Anchor>
        {contactEmail !== "" && (
          <Button component="a" href={`mailto:${contactEmail}`} size="sm">
            {t("account.forgot.write", { email: contactEmail })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
