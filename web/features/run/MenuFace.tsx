/**
 * A button with text, or an icon where there is little room, that opens a menu of things to run. Shows the reason when
 * it cannot open.
 */
import { ActionIcon, Button } from "@mantine/core";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import named from "../../ui/theme/named-icon.module.css";
import { Tip } from "../../ui/tips/Tip.tsx";

export type Face = "button" | "icon";

interface MenuFaceProps extends Omit<ComponentProps<"button">, "children" | "color" | "disabled" | "style"> {
  readonly face: Face;
  readonly label: string;
  /** Why it cannot open. */
  readonly refusal?: string | undefined;
  readonly Icon: TablerIcon;
}

/** The other props come from the menu. */
export function MenuFace({ face, label, refusal, Icon, ...menu }: MenuFaceProps) {
  const disabled =
    refusal === undefined ? {} : { "data-disabled": true, "aria-disabled": true, "aria-description": refusal };
  // A button's text needs no tooltip, and an open menu must not be covered.
  const hasTip = refusal !== undefined || (face === "icon" && menu["aria-expanded"] !== true);
  return (
    <Tip label={refusal ?? label} disabled={!hasTip} multiline maw={300}>
      {face === "icon" ? (
        <ActionIcon {...menu} size={28} className={named.button ?? ""} aria-label={label} {...disabled}>
          <Icon size={17} stroke={1.6} />
          <span className={named.name}>{label}</span>
        </ActionIcon>
      ) : (
        <Button {...menu} variant="default" leftSection={<Icon size={15} stroke={1.75} />} {...disabled}>
          {label}
        </Button>
      )}
    </Tip>
  );
}
