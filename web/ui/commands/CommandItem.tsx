/** A menu item of a command: name, icon and key are the registry's. */

import { Menu } from "@mantine/core";
import { t } from "../../base/texts/index.ts";
import { keyOf } from "../../commands/keymap.ts";
import { commands, type CommandId } from "../../commands/registry.ts";
import { CommandIcon } from "./icons.tsx";
import { Keys } from "./Keys.tsx";

interface CommandItemProps {
  readonly id: CommandId;
  /** Says more than the command's own name. */
  readonly label?: string;
  /** It cannot run now. */
  readonly isRefused?: boolean;
  readonly color?: string;
  readonly className?: string | undefined;
  onClick(): void;
}

export function CommandItem({ id, label, isRefused = false, color, className, onClick }: CommandItemProps) {
  const command = commands[id];
  const keys = keyOf(id);
  return (
    <Menu.Item
      {...(className !== undefined && { className })}
      {...(color !== undefined && { c: color })}
      leftSection={<CommandIcon name={command.icon} />}
      rightSection={keys !== undefined && <Keys keys={keys} />}
      disabled={isRefused}
      onClick={onClick}
    >
      {label ?? t(command.label)}
    </Menu.Item>
  );
}
