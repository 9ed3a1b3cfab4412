/**
 * Picks a folder by navigating into it: starting in the user's own space, and from there up to everything that can be
 * read. Datasets are listed for orientation only; they cannot be chosen.
 */
import {
  ActionIcon,
  Badge,
  Breadcrumbs,
  Button,
  Group,
  Skeleton,
  Text,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import { IconCheck, IconFolder, IconFolderPlus, IconPhoto, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Collection, Folder, User } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { Answer } from "../Answer.tsx";
import { keys } from "../../queries/keys.ts";
import { entryName, foldersInQuery, isDataset, maxFolders, placeInfoQuery, type Place } from "../../queries/places.ts";
import { queryClient } from "../../queries/query-client.ts";
import classes from "./DestinationBrowser.module.css";
import { statusProps } from "../../ui/page/announce.ts";
import { CutText } from "../../ui/text/CutText.tsx";

const icon = { size: 16, stroke: 1.6 };

interface DestinationBrowserProps {
  /** The chosen folder; `undefined` while the shown place is not a folder. */
  onChange(folder: Folder | undefined): void;
  /** Folders that cannot be opened here, so that nothing inside them can be chosen. */
  readonly closed?: ReadonlySet<string>;
}

export function DestinationBrowser({ onChange, closed }: DestinationBrowserProps) {
  const user = requireUser();
  const [place, setPlace] = useState<Place>({ type: "user", id: user._id });
  // The path so far, shown until the server returns the real one, so that the clicked row stays under the pointer.
  const [trail, setTrail] = useState<readonly (Folder | Collection | User)[]>([user]);
  const info = useQuery(placeInfoQuery(place)).data;
  const list = useQuery(foldersInQuery(place, user));

  const path =
    info === undefined
      ? trail
      : [...info.path.map(({ object }) => object), ...(info.document === undefined ? [] : [info.document])];

  function goToTop(): void {
    setPlace({ type: "root", id: "" });
    setTrail([]);
    onChange(undefined);
  }

  function enter(entry: Folder | Collection | User): void {
    const above = path.findIndex(({ _id }) => _id === entry._id);
    setPlace({ type: entry._modelType, id: entry._id });
    setTrail([...(above === -1 ? path : path.slice(0, above)), entry]);
    onChange(entry._modelType === "folder" ? entry : undefined);
  }

  const entries = list.data ?? [];
  return (
    <section aria-label={t("clone.destination")}>
      <Text size="sm" fw={500} mb={4}>
        {t("clone.destination")}
      </Text>
      <div className={classes.browser}>
        <nav className={classes.path} aria-label={t("clone.destinationPath")}>
          <Breadcrumbs separator="/" separatorMargin={6} className={classes.crumbs ?? ""}>
            <UnstyledButton className={classes.crumb ?? ""} onClick={goToTop}>
              {t("clone.top")}
            </UnstyledButton>
            {path.map((entry) => (
              <UnstyledButton key={entry._id} className={classes.crumb ?? ""} onClick={() => enter(entry)}>
                {entry._id === user._id ? t("clone.ownSpace", { login: user.login }) : entryName(entry)}
              </UnstyledButton>
            ))}
          </Breadcrumbs>
          <NewFolder place={place} onCreated={enter} />
        </nav>
        <Answer
          of={list}
          title={t("clone.foldersFailed")}
          waiting={<Skeleton h={30} m="xs" {...statusProps} aria-label={t("common.loading")} />}
        >
          {({ length }) =>
            length === 0 && (
              <Text c="dimmed" p="sm">
                {t("clone.noFolders")}
              </Text>
            )
          }
        </Answer>
        <ul className={classes.list} aria-label={t("clone.folders")}>
          {entries.map((entry) => (
            <li key={entry._id}>
              <UnstyledButton
                className={classes.entry ?? ""}
                disabled={(entry._modelType === "folder" && isDataset(entry)) || closed?.has(entry._id) === true}
                onClick={() => enter(entry)}
              >
                <EntryFace entry={entry} ownId={user._id} isClosed={closed?.has(entry._id) === true} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {entries.length === maxFolders && (
          <Text c="dimmed" size="xs" p="xs">
            {t("clone.firstOnly", { count: maxFolders })}
          </Text>
        )}
      </div>
    </section>
  );
}

interface EntryFaceProps {
  readonly entry: Folder | Collection | User;
  readonly ownId: string;
  readonly isClosed: boolean;
}

function EntryFace({ entry, ownId, isClosed }: EntryFaceProps) {
  const isSet = entry._modelType === "folder" && isDataset(entry);
  return (
    <Group gap="xs" wrap="nowrap">
      {isSet ? (
        <IconPhoto {...icon} />
      ) : entry._modelType === "user" ? (
        <IconUser {...icon} />
      ) : (
        <IconFolder {...icon} />
      )}
      <CutText>{entry._id === ownId ? t("clone.ownSpace", { login: entryName(entry) }) : entryName(entry)}</CutText>
      {(isSet || isClosed) && (
        <Badge variant="default" size="xs" tt="none" fw={400}>
          {t(isClosed ? "clone.isMoved" : "clone.isDataset")}
        </Badge>
      )}
    </Group>
  );
}

/** Creates a folder in the shown place and opens it. */
function NewFolder({ place, onCreated }: { readonly place: Place; onCreated(folder: Folder): void }) {
  const [name, setName] = useState<string>();
  const [error, setError] = useState<string>();
  if (place.type !== "user" && place.type !== "folder" && place.type !== "collection") return null;
  const { type: parentType, id: parentId } = place;

  async function create(): Promise<void> {
    const trimmed = name?.trim() ?? "";
    if (trimmed === "") return setName(undefined);
    try {
      const folder = await api.call("folder.create", { parentType, parentId, name: trimmed });
      await queryClient.invalidateQueries({ queryKey: keys.places });
      setName(undefined);
      onCreated(folder);
    } catch (problem) {
      setError(errorText(problem));
    }
  }

  if (name === undefined) {
    return (
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconFolderPlus size={14} />}
        onClick={() => {
          setError(undefined);
          setName("");
        }}
      >
        {t("clone.newFolder")}
      </Button>
    );
  }
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <TextInput
        size="xs"
        autoFocus
        aria-label={t("clone.newFolderName")}
        placeholder={t("clone.newFolderName")}
        value={name}
        error={error}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          // Enter here must neither clone nor close the dialog.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Enter") void create();
          else setName(undefined);
        }}
      />
      <ActionIcon size={30} aria-label={t("clone.newFolder")} onClick={() => void create()}>
        <IconCheck size={15} />
      </ActionIcon>
    </Group>
  );
}
