/** The frame of every page except log-in and viewer: top navigation, alert banner, page, palette and sheets. */
import { ActionIcon, Alert, Badge, Button, Group, Text, UnstyledButton } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconAlertTriangle, IconBook, IconCommand, IconDots, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link, NavLink, Outlet, useLocation, useNavigate, useNavigationType } from "react-router";
import { requireUser } from "../api/session.ts";
import { t, withTexts } from "../base/texts/index.ts";
import { keyOf } from "../commands/keymap.ts";
import { useRunningJobs } from "../features/running-jobs.ts";
import { useBrand } from "../features/site.ts";
import { dataTabOf } from "../data/data-tabs.ts";
import { openImport } from "../data/multicam/open-import.ts";
import { SearchField } from "../data/search/SearchField.tsx";
import { dialogOpen, uploads } from "../data/upload/upload-state.ts";
import { BrandMark } from "../ui/theme/BrandMark.tsx";
import { openCommandPalette } from "../ui/commands/open-keys.ts";
import { Keys } from "../ui/commands/Keys.tsx";
import { isFocusNowhere } from "../ui/dialogs/restore-focus.ts";
import { LazyMenu } from "../ui/menus/LazyMenu.tsx";
import { lazyPart } from "../ui/page/lazy-part.tsx";
import { Tip } from "../ui/tips/Tip.tsx";
import classes from "./ShellLayout.module.css";
import type { Area } from "./AreaItems.tsx";
import { useSignOut } from "./use-sign-out.ts";

const AreaItems = lazyPart(async () => (await import("./AreaItems.tsx")).default);
const UserMenuItems = lazyPart(async () => (await import("./UserMenuItems.tsx")).default);
const UploadIndicator = lazyPart(async () => (await import("../data/upload/UploadIndicator.tsx")).default);
const UploadDialog = lazyPart(
  async () => (await withTexts("upload", import("../data/upload/UploadDialog.tsx"))).default,
);
const MultiCamDialog = lazyPart(
  async () => (await withTexts("multicam", import("../data/multicam/MultiCamDialog.tsx"))).default,
);

export default function ShellLayout() {
  useSignals();
  const { alertMessage } = useBrand();
  const { pathname } = useLocation();
  const isBack = useNavigationType() === "POP";
  // The pressed link is gone with the previous page: Tab continues in the new one instead of at the top.
  useEffect(() => {
    if (!isBack && isFocusNowhere()) document.getElementById("content")?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change of the path is another page
  }, [pathname, isBack]);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t("shell.skipToContent")}
      </a>
      <Header />
      {alertMessage !== "" && (
        <Alert color="yellow" radius={0} py={6} icon={<IconAlertTriangle size={16} />}>
          {alertMessage}
        </Alert>
      )}
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
      {dialogOpen.value && <UploadDialog />}
      {openImport.value !== undefined && <MultiCamDialog current={openImport.value} />}
    </div>
  );
}

function Header() {
  useSignals();
  const isAdmin = requireUser().admin;
  const brand = useBrand();
  const running = useRunningJobs().length;
  const signOut = useSignOut();
  const navigate = useNavigate();
  const isData = dataTabOf(useLocation().pathname) !== undefined;
  // Moved into a menu in narrow windows.
  const further: readonly Area[] = [
    { to: "/trained-models", label: t("shell.models") },
    { to: "/review", label: t("browse.review") },
    { to: "/scoring", label: t("shell.scoring") },
    ...(isAdmin ? [{ to: "/admin", label: t("shell.admin") }] : []),
  ];
  return (
    <header className={classes.header}>
      <div className={classes.places}>
        <Link to="/" className={classes.brand} aria-label={t("shell.home", { brand: brand.name })}>
          <BrandMark size={22} logo={brand.logo} />
          <span>{brand.name}</span>
        </Link>
        <nav aria-label={t("shell.mainNavigation")} className={classes.nav}>
          <Link to="/" className={linkClass(isData)} aria-current={isData ? "page" : undefined}>
            {t("shell.data")}
          </Link>
          <NavLink to="/jobs" className={({ isActive }) => linkClass(isActive)}>
            {t("shell.jobs")}
            {running > 0 && (
              <Badge
                className={classes.running ?? ""}
                size="xs"
                circle={running < 10}
                aria-label={t("shell.runningJobs", { count: running })}
              >
                {running}
              </Badge>
            )}
          </NavLink>
          {further.map(({ to, label }) => (
            <NavLink key={to} to={to} className={({ isActive }) => `${linkClass(isActive)} ${classes.further}`}>
              {label}
            </NavLink>
          ))}
          <LazyMenu position="bottom-start" entries={AreaItems} items={{ areas: further }}>
            <ActionIcon className={classes.more ?? ""} aria-label={t("shell.furtherPages")}>
              <IconDots size={17} stroke={1.6} />
            </ActionIcon>
          </LazyMenu>
        </nav>
      </div>
      <SearchField onChoose={(path) => void navigate(path)} />
      <div className={classes.tools}>
        {uploads.value.length > 0 && <UploadIndicator />}
        <Tip label={<PaletteHint />}>
          <ActionIcon aria-label={t("palette.open")} onClick={openCommandPalette}>
            <IconCommand size={17} stroke={1.6} />
          </ActionIcon>
        </Tip>
        <Tip label={t("shell.userGuide")}>
          <ActionIcon component={Link} to="/user-guide" aria-label={t("shell.userGuide")}>
            <IconBook size={17} stroke={1.6} />
          </ActionIcon>
        </Tip>
        <UserMenu />
        <Button variant="subtle" color="gray" px={8} aria-label={t("shell.logout")} onClick={() => void signOut()}>
          <IconLogout size={16} stroke={1.6} />
          <span className={classes.wide}>{t("shell.logout")}</span>
        </Button>
      </div>
    </header>
  );
}

function linkClass(isActive: boolean): string {
  return `${classes.link} ${isActive ? classes.active : ""}`;
}

function PaletteHint() {
  return (
    <Group gap={6}>
      {t("palette.open")} <Keys keys={keyOf("help.palette") ?? ""} />
    </Group>
  );
}

function UserMenu() {
  useSignals();
  const user = requireUser();
  return (
    <LazyMenu position="bottom-end" width={220} entries={UserMenuItems} items={{}}>
      <UnstyledButton className={classes.user} aria-label={t("shell.userMenu", { name: user.login })}>
        <IconUserCircle size={18} stroke={1.6} />
        <Text component="span" className={classes.userName ?? ""}>
          {user.login}
        </Text>
      </UnstyledButton>
    </LazyMenu>
  );
}
