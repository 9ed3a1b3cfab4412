/** The top bar: location, dataset actions, confidence, saving. Slots without room move to its menu. */

import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../../base/texts/index.ts";
import { usePageTitle } from "../../../features/page-title.ts";
import { useBrand } from "../../../features/site.ts";
import { folderQuery } from "../../../queries/places.ts";
import { CameraSelect } from "../../picture/cameras/CameraSelect.tsx";
import { keepFocus } from "../../parts/keep-focus.ts";
import { OverflowBar, Slot } from "../../parts/OverflowBar.tsx";
import { SaveButton } from "../../saving/SaveButton.tsx";
import { ConfidenceFilter } from "../../right/threshold-controls/ConfidenceFilter.tsx";
import { PrimaryFilters } from "../../right/track-filters/PrimaryFilters.tsx";
import { useViewer } from "../../viewer-context.ts";
import { AlertButton } from "./AlertButton.tsx";
import { CloneButton, ImportButton } from "./DatasetButtons.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { GuideLink } from "./GuideLink.tsx";
import { MoreItems } from "./MoreItems.tsx";
import { Navigation } from "./Navigation.tsx";
import { RunMenu } from "./RunMenu.tsx";
import classes from "./TopBar.module.css";
import { CutText } from "../../../ui/text/CutText.tsx";

/** The lowest leave first. */
const priorities = { guide: 0, clone: 1, import: 2, alert: 3 } as const;

export function TopBar() {
  const { workspace } = useViewer();
  const { id, name } = workspace.dataset;
  const folder = useQuery(folderQuery(id)).data;
  const { alertMessage } = useBrand();
  usePageTitle(name);
  return (
    <header className={classes.bar} onMouseDown={keepFocus}>
      <Navigation parent={folder && `/${folder.parentCollection}/${folder.parentId}`} />
      <Place name={name} />
      <OverflowBar
        className={classes.actions}
        label={t("viewer.datasetActions")}
        menuLabel={t("viewer.more")}
        hasExtraEntries
        menu={moreItems}
      >
        <Slot name="guide" priority={priorities.guide}>
          <GuideLink />
        </Slot>
        {alertMessage !== "" && (
          <Slot name="alert" priority={priorities.alert}>
            <AlertButton message={alertMessage} />
          </Slot>
        )}
        <RunMenu />
        <Slot name="import" priority={priorities.import}>
          <ImportButton />
        </Slot>
        <ExportMenu />
        <Slot name="clone" priority={priorities.clone}>
          <CloneButton />
        </Slot>
      </OverflowBar>
      <PrimaryFilters />
      <CameraSelect />
      <ConfidenceFilter />
      <SaveButton />
    </header>
  );
}

const moreItems = (gone: ReadonlySet<string>) => <MoreItems gone={gone} />;

/** The breadcrumb: dataset > set > revision. */
function Place({ name }: { readonly name: string }) {
  useSignals();
  const { setName, revision } = useViewer().workspace.active.value.document.value.address;
  return (
    <div className={classes.place}>
      <h1 className={classes.name}>
        <CutText>{name}</CutText>
      </h1>
      {setName !== undefined && <span className={classes.part}>{setName}</span>}
      {revision !== undefined && <span className={classes.part}>{t("viewer.revision", { revision })}</span>}
    </div>
  );
}
