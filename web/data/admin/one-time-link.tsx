/** A link that signs in a user once, for someone who cannot sign in: shown once, for the administrator to pass on. */
import { Button, Code, CopyButton, Stack, Text } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import type { User } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { formatDate } from "../../ui/text/format.ts";
import { showError } from "../../features/show-error.ts";

export async function openLinkDialog({ _id: id, login }: User): Promise<void> {
  try {
    const { userId, token, expires } = await api.call("user.makeLink", { id });
    const link = `${location.origin}/login?user=${userId}&token=${token}&reset=1`;
    dialogs.open({
      title: t("site.users.linkOf", { login }),
      closeOnClickOutside: false,
      closeButtonProps: { "aria-label": t("common.close") },
      children: (
        <Stack gap="sm">
          <Text>{t("site.users.linkText", { login, until: formatDate(expires) })}</Text>
          <Code block data-testid="one-time-link" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
            {link}
          </Code>
          <DialogButtons>
            <CopyButton value={link}>
              {({ copied, copy }) => (
                <Button onClick={copy}>{t(copied ? "site.users.copied" : "site.users.copy")}</Button>
              )}
            </CopyButton>
          </DialogButtons>
        </Stack>
      ),
    });
  } catch (error) {
    showError(error);
  }
}
