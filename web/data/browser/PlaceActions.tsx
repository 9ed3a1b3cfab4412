/** Actions in a place, at the end of its toolbar: filter the rows, add something. */
import { Button, Group, TextInput } from "@mantine/core";
import { IconFolderPlus } from "@tabler/icons-react";

import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import type { Place } from "../../queries/places.ts";
import { UploadButton } from "../upload/UploadButton.tsx";
import type { UploadPicker } from "../upload/use-upload-picker.tsx";
import classes from "./BrowserPage.module.css";
import { LookSwitch } from "./LookSwitch.tsx";
import { openNewCollectionDialog } from "./open-folder.ts";
import type { RowFilter } from "./use-place-rows.ts";

interface PlaceActionsProps {
  readonly place: Place;
  /** The place can be shown as rows and as cards. */
  readonly hasLooks: boolean;
  /** Missing if there is nothing to filter. */
  readonly filter: RowFilter | undefined;
  /** Missing if the user cannot upload here. */
  readonly pickUpload: UploadPicker["pick"];
  /** Missing if the user cannot create a folder here. */
  readonly newFolder: (() => void) | undefined;
}

export function PlaceActions({ place, hasLooks, filter, pickUpload, newFolder }: PlaceActionsProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      {hasLooks && <LookSwitch />}
      {filter !== undefined && (
        <TextInput
          className={classes.filter ?? ""}
          type="search"
          size="xs"
          w={150}
          aria-label={t("browse.filter")}
          placeholder={t("browse.filter")}
          value={filter.text}
          onChange={(event) => filter.change(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && filter.clear()}
        />
      )}
      {pickUpload !== undefined && <UploadButton onPick={pickUpload} />}
      {place.type === "collections" && requireUser().admin && (
        <Button
          variant="default"
          leftSection={<IconFolderPlus size={15} stroke={1.75} />}
          onClick={openNewCollectionDialog}
        >
          {t("browse.newCollection")}
        </Button>
      )}
      {newFolder !== undefined && (
        <Button variant="default" leftSection={<IconFolderPlus size={15} stroke={1.75} />} onClick={newFolder}>
          {t("browse.newFolder")}
        </Button>
      )}
    </Group>
  );
}
