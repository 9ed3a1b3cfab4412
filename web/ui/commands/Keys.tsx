/** A key combination, one cap per key. */
import { Group, Kbd } from "@mantine/core";
import { keyCaps } from "../../commands/keys.ts";

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

export function Keys({ keys }: { readonly keys: string }) {
  return (
    <Group gap={3} wrap="nowrap" component="span" style={{ flex: "none" }}>
      {keyCaps(keys, isApple).map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </Group>
  );
}
