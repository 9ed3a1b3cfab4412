/** An error where it happened, with one action. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface ErrorAlertProps {
  readonly title?: string;
  readonly text: string;
  /** The user's options, for example to try again. */
  readonly action?: { readonly label: string; onClick(): void };
  readonly children?: ReactNode;
}

export function ErrorAlert({ title, text, action, children }: ErrorAlertProps) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={16} />} {...(title === undefined ? {} : { title })}>
      <Group justify="space-between" gap="sm">
        <Text style={{ flex: "1 1 180px", overflowWrap: "anywhere", whiteSpace: "pre-line" }}>{text}</Text>
        {action !== undefined && (
          <Button variant="default" onClick={action.onClick} style={{ flex: "none" }}>
            {action.label}
          </Button>
        )}
      </Group>
      {children}
    </Alert>
  );
}
