/** The commands that are there on every page of the shell. */
import { useHotkeys } from "@mantine/hooks";
import {
  IconBriefcase,
  IconCommand,
  IconDatabase,
  IconLogout,
  IconSearch,
  IconShare3,
  IconSunMoon,
  IconTags,
  IconUsers,
} from "@tabler/icons-react";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { t } from "../base/texts/index.ts";
import { focusSearchBox } from "../data/search/SearchBox.tsx";
import { openCommandPalette } from "../ui/CommandPalette.tsx";
import { useCommands } from "../ui/commands.ts";
import type { Command } from "../ui/commands.ts";
import { useColorScheme } from "../ui/use-color-scheme.ts";
import { useSignOut } from "./use-sign-out.ts";

const icon = { size: 16, stroke: 1.6 };

export function useShellCommands(): void {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { toggle } = useColorScheme();
  useHotkeys([["/", focusSearchBox]]);

  const commands = useMemo<readonly Command[]>(() => {
    const go = (path: string) => () => void navigate(path);
    const places = t("shell.palette.group.go");
    const view = t("shell.palette.group.view");
    return [
      {
        id: "go.data",
        label: t("shell.command.goData"),
        group: places,
        icon: <IconDatabase {...icon} />,
        run: go("/"),
      },
      {
        id: "go.jobs",
        label: t("shell.command.goJobs"),
        group: places,
        icon: <IconBriefcase {...icon} />,
        run: go("/jobs"),
      },
      {
        id: "go.shared",
        label: t("shell.command.goShared"),
        group: places,
        icon: <IconShare3 {...icon} />,
        run: go("/shared"),
      },
      {
        id: "go.summary",
        label: t("shell.command.goSummary"),
        group: places,
        icon: <IconTags {...icon} />,
        run: go("/summary"),
      },
      {
        id: "go.collections",
        label: t("shell.command.goCollections"),
        group: places,
        icon: <IconDatabase {...icon} />,
        run: go("/collections"),
      },
      {
        id: "go.users",
        label: t("shell.command.goUsers"),
        group: places,
        icon: <IconUsers {...icon} />,
        run: go("/users"),
      },
      {
        id: "search.focus",
        label: t("shell.command.search"),
        group: places,
        icon: <IconSearch {...icon} />,
        keys: "/",
        run: focusSearchBox,
      },
      {
        id: "palette.open",
        label: t("shell.command.palette"),
        group: view,
        keys: "mod+K",
        icon: <IconCommand {...icon} />,
        run: openCommandPalette,
      },
      {
        id: "theme.toggle",
        label: t("shell.command.toggleTheme"),
        group: view,
        icon: <IconSunMoon {...icon} />,
        run: toggle,
      },
      {
        id: "session.end",
        label: t("shell.command.logout"),
        group: view,
        icon: <IconLogout {...icon} />,
        run: () => void signOut(),
      },
    ];
    // `signOut` and `toggle` are new functions at each draw, but do the same as long as these stay.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [navigate, toggle.name]);
  useCommands(commands);
}
