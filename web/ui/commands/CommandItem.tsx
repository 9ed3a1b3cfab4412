/**
 * A menu item for a command, with its name, icon and key from the registry. A toggle has a check mark; a page is a
 * link.
 */

import { Menu } from "@mantine/core";
import { Link } from "react-router";
import { t } from "../../base/texts/index.ts";
import { keyOf } from "../../commands/keymap.ts";
import { commands, type CommandId } from "../../commands/known.ts";
import { CommandIcon } from "./icons.tsx";
import { Keys } from "./Keys.tsx";

interface CommandItemProps {
  readonly id: CommandId;
  /** Replaces the command's own name here. */
  readonly label?: string | undefined;
  /** It cannot run now. */
  readonly isRefused?: boolean;
  readonly color?: string;
  readonly className?: string | undefined;
  onClick(): void;
}

export function CommandItem({ id, label, isRefused = false, color, className, onClick }: CommandItemProps) {
  return (
    <Menu.Item {...look(id, className, color)} disabled={isRefused} onClick={onClick}>
      {label ?? t(commands[id].label)}
    </Menu.Item>
  );
}

interface ToggleItemProps {
  readonly id: CommandId;
  readonly isChecked: boolean;
  onToggle(): void;
}

/** The menu stays open, because the effect is visible next to it. */
export function CommandToggle({ id, isChecked, onToggle }: ToggleItemProps) {
  return (
    <Menu.CheckboxItem
      checked={isChecked}
      closeMenuOnClick={false}
      rightSection={<CommandIcon name={commands[id].icon} />}
      onChange={onToggle}
    >
      {t(commands[id].label)}
    </Menu.CheckboxItem>
  );
}

interface LinkItemProps {
  readonly id: CommandId;
  readonly label?: string;
  readonly className?: string | undefined;
  readonly to: string;
  readonly isNewTab?: boolean;
}

export function CommandLink({ id, label, className, to, isNewTab = false }: LinkItemProps) {
  return (
    <Menu.Item {...look(id, className)} component={Link} to={to} {...(isNewTab && { target: "_blank" })}>
      {label ?? t(commands[id].label)}
    </Menu.Item>
  );
}

function look(id: CommandId, className?: string, color?: string) {
  const keys = keyOf(id);
  return {
    ...(className !== undefined && { className }),
    ...(color !== undefined && { c: color }),
    leftSection: <CommandIcon name={commands[id].icon} />,
    rightSection: keys !== undefined && <Keys keys={keys} />,
  };
}
