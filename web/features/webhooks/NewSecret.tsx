/** The secret of a new webhook, shown once. */
import { Button, Code, CopyButton, Stack, Text } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import type { Webhook } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";

export function NewSecret({ webhook, onDone }: { readonly webhook: Webhook; onDone(): void }) {
  const { url, secret = "" } = webhook;
  return (
    <Stack gap="sm" maw={620}>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {t("webhooks.secret", { url })}
      </Text>
      <Text c="dimmed">{t("webhooks.secretText")}</Text>
      <Code block data-testid="webhook-secret">
        {secret}
      </Code>
      <DialogButtons>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? "webhooks.copied" : "webhooks.copy")}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t("webhooks.done")}</Button>
      </DialogButtons>
    </Stack>
  );
}
