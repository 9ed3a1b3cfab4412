/** How to start a worker of a user's private queue: a command to copy. */
import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { t } from "../../base/texts/index.ts";

interface WorkerCommandProps {
  readonly login: string;
  readonly text: string;
}

export function WorkerCommand({ login, text }: WorkerCommandProps) {
  // Logins are letters, digits, dots and dashes: nothing that a shell would take apart.
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
