/** Commands of every page: navigation, and the application itself. */

import { shellCommand, type CommandLabel } from "./command.ts";
import type { PageIconName } from "./icon-name.ts";

function page(label: CommandLabel, icon: PageIconName, path: string, keywords?: CommandLabel) {
  const words = keywords === undefined ? {} : { keywords };
  return shellCommand({ label, group: "pages", icon, ...words, run: (shell) => shell.goTo(path) });
}

export const shellCommands = {
  "go.data": page("commands.goData", "data", "/", "commands.goDataWords"),
  "go.work": page("commands.goWork", "checks", "/my-work", "commands.goWorkWords"),
  "go.jobs": page("commands.goJobs", "jobs", "/jobs", "commands.goJobsWords"),
  "go.models": page("commands.goModels", "models", "/trained-models"),
  "go.review": page("commands.goReview", "images", "/review", "commands.goReviewWords"),
  "go.scoring": page("commands.goScoring", "scoring", "/scoring", "commands.goScoringWords"),
  "go.shared": page("commands.goShared", "shared", "/shared", "commands.goSharedWords"),
  "go.summary": page("commands.goSummary", "tags", "/summary", "commands.goSummaryWords"),
  "go.trash": page("commands.goTrash", "trash", "/trash", "commands.goTrashWords"),
  "go.collections": page("commands.goCollections", "data", "/collections"),
  "go.users": page("commands.goUsers", "users", "/users"),
  "go.account": page("commands.goAccount", "account", "/account", "commands.goAccountWords"),
  "go.admin": shellCommand({
    label: "commands.goAdmin",
    group: "pages",
    icon: "users",
    keywords: "commands.goAdminWords",
    refusal: (shell) => (shell.isAdmin ? undefined : "noAdmin"),
    run: (shell) => shell.goTo("/admin"),
  }),
  "go.guide": page("commands.goGuide", "guide", "/user-guide", "commands.goGuideWords"),
  "search.focus": shellCommand({
    label: "commands.search",
    group: "pages",
    icon: "search",
    defaultKeys: ["/"],
    refusal: (shell) => (shell.focusSearch === undefined ? "noSearchBox" : undefined),
    run: (shell) => shell.focusSearch?.(),
  }),
  "help.palette": shellCommand({
    label: "commands.palette",
    whileTyping: true,
    group: "application",
    icon: "command",
    defaultKeys: ["Ctrl+K"],
    run: (shell) => shell.openPalette(),
  }),
  "help.shortcuts": shellCommand({
    label: "commands.shortcuts",
    group: "application",
    icon: "keyboard",
    keywords: "commands.shortcutsWords",
    defaultKeys: ["?"],
    run: (shell) => shell.openShortcuts(),
  }),
  "help.keys": shellCommand({
    label: "commands.changeKeys",
    group: "application",
    icon: "keyboard",
    keywords: "commands.changeKeysWords",
    run: (shell) => shell.openKeys(),
  }),
  "help.tour": shellCommand({
    label: "commands.tour",
    group: "application",
    icon: "guide",
    keywords: "commands.tourWords",
    run: (shell) => shell.startTour(),
  }),
  "theme.toggle": shellCommand({
    label: "commands.toggleTheme",
    group: "application",
    icon: "theme",
    keywords: "commands.toggleThemeWords",
    run: (shell) => shell.toggleTheme(),
  }),
  "site.notice": shellCommand({
    label: "commands.notice",
    group: "application",
    icon: "warning",
    refusal: (shell) => (shell.showNotice === undefined ? "noNotice" : undefined),
    run: (shell) => shell.showNotice?.(),
  }),
  "account.password": shellCommand({
    label: "commands.changePassword",
    group: "application",
    icon: "key",
    run: (shell) => shell.changePassword(),
  }),
  "session.end": shellCommand({
    label: "commands.logout",
    group: "application",
    icon: "logout",
    keywords: "commands.logoutWords",
    run: (shell) => shell.signOut(),
  }),
};
