/** Tells the user about a comment that mentions them, wherever they are, with a link to it. */
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ServerMessage } from "../api/event-stream.ts";
import { t } from "../base/texts/index.ts";
import { navigateTo } from "../ui/page/navigation.ts";

interface Mention {
  readonly datasetId: string;
  readonly datasetName: string;
  readonly commentId: string;
  readonly threadId: string;
  readonly authorLogin: string;
  readonly text: string;
}

/** Long enough to read and follow it, ms. */
const autoCloseMs = 20_000;

export function showMention({ data }: ServerMessage): void {
  const { datasetId, datasetName: name, commentId, threadId, authorLogin: login, text } = data as unknown as Mention;
  notifications.show({
    id: `mention-${commentId}`,
    autoClose: autoCloseMs,
    message: (
      <>
        <Text size="sm" lineClamp={4}>
          {t("shell.mention.text", { login, name, text })}
        </Text>
        <Group mt={6}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              notifications.hide(`mention-${commentId}`);
              navigateTo(`/viewer/${datasetId}?comment=${threadId}`);
            }}
          >
            {t("shell.mention.open")}
          </Button>
        </Group>
      </>
    ),
  });
}
