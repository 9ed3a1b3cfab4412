/** Shown instead of rows: at the root, and in empty places. */
import { Button, EmptyState } from "@mantine/core";
import { IconBoxMultiple, IconFolderOpen, IconHome, IconUsers } from "@tabler/icons-react";
import { Link } from "react-router";

import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import type { Place } from "../../queries/places.ts";
import { GuideAnchor } from "../../ui/page/GuideAnchor.tsx";
import type { UploadKind } from "../../commands/command.ts";
import { UploadButton } from "../upload/UploadButton.tsx";
import classes from "./BrowserPage.module.css";

/** The root of the data browser: its three places. */
export function RootList() {
  const user = requireUser();
  const places = [
    { to: `/user/${user._id}`, label: t("browse.mySpace"), icon: <IconHome size={20} stroke={1.5} /> },
    { to: "/collections", label: t("browse.collections"), icon: <IconBoxMultiple size={20} stroke={1.5} /> },
    { to: "/users", label: t("browse.users"), icon: <IconUsers size={20} stroke={1.5} /> },
  ];
  return (
    <ul className={classes.rootList}>
      {places.map(({ to, label, icon }) => (
        <li key={to}>
          <Link to={to} className={classes.rootLink}>
            {icon}
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface EmptyPlaceProps {
  readonly place: Place;
  readonly onUpload: ((kind: UploadKind) => void) | undefined;
  readonly onNewFolder: (() => void) | undefined;
}

export function EmptyPlace({ place, onUpload, onNewFolder }: EmptyPlaceProps) {
  if (place.type === "collections" || place.type === "users") {
    return (
      <EmptyState
        mt={80}
        px="md"
        title={t(`browse.empty.${place.type}`)}
        description={t(place.type === "users" ? "browse.empty.usersText" : "browse.empty.collectionsText")}
      >
        <EmptyState.Actions>
          <Button component={Link} to="/" variant="default">
            {t("browse.goToMySpace")}
          </Button>
          <GuideAnchor page="browsing" />
        </EmptyState.Actions>
      </EmptyState>
    );
  }
  const canUpload = onUpload !== undefined;
  const text = canUpload
    ? "browse.empty.folderUpload"
    : onNewFolder === undefined
      ? "browse.empty.folderRead"
      : "browse.empty.spaceText";
  return (
    <EmptyState
      mt={80}
      px="md"
      maw={460}
      mx="auto"
      icon={<IconFolderOpen stroke={1.25} />}
      title={t(place.type === "folder" ? "browse.empty.folder" : "browse.empty.space")}
      description={t(text)}
    >
      <EmptyState.Actions>
        {canUpload ? (
          <UploadButton onPick={onUpload} />
        ) : (
          onNewFolder !== undefined && <Button onClick={onNewFolder}>{t("browse.newFolder")}</Button>
        )}
        <GuideAnchor page={canUpload ? "uploading" : "browsing"} />
      </EmptyState.Actions>
    </EmptyState>
  );
}
