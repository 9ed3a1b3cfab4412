/** Above the list: where the place is, and the actions in it, or on the selected rows. */
import type { UploadKind } from "../../commands/command.ts";
import classes from "./BrowserPage.module.css";
import { DetailsToggle } from "./DetailsToggle.tsx";
import { PlaceActions } from "./PlaceActions.tsx";
import { PlaceBreadcrumb } from "./PlaceBreadcrumb.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import type { ShownPlace } from "./use-place.ts";

interface PlaceToolbarProps {
  readonly shown: ShownPlace;
  /** `undefined` if the user cannot upload into this place. */
  readonly pickUpload: ((kind: UploadKind) => void) | undefined;
}

export function PlaceToolbar({ shown, pickUpload }: PlaceToolbarProps) {
  const { place, rows, rights } = shown;
  const { selected, filter, total } = rows;
  return (
    <div className={classes.toolbar}>
      <DetailsToggle />
      <PlaceBreadcrumb crumbs={shown.crumbs} />
      {selected.length > 0 ? (
        // Remount for other rows, which have other buttons, so that none is animated to another place.
        <SelectionBar
          key={selected.map(({ _id }) => _id).join()}
          selected={selected}
          placeLevel={rights.level}
          onClear={rows.selection.clear}
        />
      ) : shown.isKnown ? (
        // Shown all at once: buttons that appear one by one push each other away from under the pointer.
        <PlaceActions
          place={place}
          hasLooks={shown.hasPictures && total > 0}
          filter={shown.isListed && (total > 0 || filter.text !== "") ? filter : undefined}
          pickUpload={pickUpload}
          newFolder={rights.newFolder}
        />
      ) : null}
    </div>
  );
}
