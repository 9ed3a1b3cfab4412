/** A question with more than two answers. Escape and a click outside give none. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { dialogs } from "./dialogs.ts";

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** `main`: the usual choice, which has the initial focus; `danger`: destroys something. */
  readonly weight?: "main" | "danger";
}

interface ChooseOptions<Value extends string> {
  readonly title: string;
  readonly text: string;
  readonly choices: readonly Choice<Value>[];
}

/** Resolves to `undefined` if nothing was chosen. */
export function chooseDialog<Value extends string>(options: ChooseOptions<Value>): Promise<Value | undefined> {
  return new Promise((resolve) => {
    let answer: Value | undefined;
    const id = dialogs.open({
      title: options.title,
      withCloseButton: false,
      onClose: () => resolve(answer),
      children: (
        <Stack gap="md">
          <Text>{options.text}</Text>
          <Group justify="flex-end" gap="xs">
            {options.choices.map(({ value, label, weight }) => (
              <Button
                key={value}
                {...(weight === undefined && { variant: "default" })}
                {...(weight === "danger" && { variant: "outline", color: "red" })}
                {...(weight === "main" && { "data-autofocus": true })}
                onClick={() => {
                  answer = value;
                  dialogs.close(id);
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
        </Stack>
      ),
    });
  });
}
