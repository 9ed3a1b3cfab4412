/** A command to copy that starts a worker for a user's private queue. */
import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { t } from "../../base/texts/index.ts";

interface WorkerCommandProps {
  readonly login: string;
  readonly text: string;
}

export function WorkerCommand({ login, text }: WorkerCommandProps) {
  // Logins consist of letters, digits, dots and dashes, so they need no shell quoting.
  const command = `npx wakeline worker --queues ${login}@private`;
  return (
    <Stack gap={6}>
      <Text size="sm">{text}</Text>
      <Group gap="xs" wrap="nowrap" align="center">
        <Code fz="sm" style={{ overflowWrap: "anywhere" }}>
          {command}
        </Code>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy} style={{ flex: "none" }}>
              {t(copied ? "jobs.workerCopied" : "jobs.workerCopy")}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="sm" c="dimmed">
        {t("jobs.workerHint")}
      </Text>
    </Stack>
  );
}
