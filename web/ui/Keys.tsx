/** A key combination, one cap a key. */
import { Group, Kbd } from "@mantine/core";
import { printedKeys } from "./commands.ts";

export function Keys({ keys }: { readonly keys: string }) {
  return (
    <Group gap={3} wrap="nowrap" component="span" style={{ flex: "none" }}>
      {printedKeys(keys).map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </Group>
  );
}
