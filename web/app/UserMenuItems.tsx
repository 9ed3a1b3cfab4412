/** The items of the user menu in the top navigation. */
import { Menu } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { requireUser } from "../api/session.ts";
import { t } from "../base/texts/index.ts";
import { openPasswordDialog } from "../data/login/open-password.ts";
import { startTour } from "../features/tour/start-tour.tsx";
import { CommandItem, CommandLink } from "../ui/commands/CommandItem.tsx";
import { useColorScheme } from "../ui/theme/use-color-scheme.ts";

export default function UserMenuItems() {
  useSignals();
  const user = requireUser();
  const { isDark, toggle } = useColorScheme();
  return (
    <>
      <Menu.Label>{t("shell.signedInAs", { name: `${user.firstName} ${user.lastName}` })}</Menu.Label>
      <CommandItem id="theme.toggle" label={t(isDark ? "shell.lightTheme" : "shell.darkTheme")} onClick={toggle} />
      <CommandItem id="help.tour" onClick={() => void startTour()} />
      <CommandLink id="go.account" label={t("shell.account")} to="/account" />
      <CommandItem id="account.password" label={t("account.password.change")} onClick={() => openPasswordDialog()} />
    </>
  );
}
