/** The pages that do not fit into the top navigation of a narrow window, as menu items. */
import { Menu } from "@mantine/core";
import { NavLink } from "react-router";

export interface Area {
  readonly to: string;
  readonly label: string;
}

export default function AreaItems({ areas }: { readonly areas: readonly Area[] }) {
  return areas.map(({ to, label }) => (
    <Menu.Item key={to} component={NavLink} to={to}>
      {label}
    </Menu.Item>
  ));
}
