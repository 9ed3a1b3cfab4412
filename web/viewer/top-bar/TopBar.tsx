/** The bar on top: where this is, what the dataset offers, the confidence filter, saving. In a narrow window it folds. */

import { Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { folderQuery } from "../../queries/places.ts";
import { CameraSelect } from "../cameras/CameraSelect.tsx";
import { keepFocus } from "../parts/keep-focus.ts";
import { Toolbar } from "../parts/Toolbar.tsx";
import { SaveButton } from "../saving/SaveButton.tsx";
import { ConfidenceFilter } from "../threshold-controls/ConfidenceFilter.tsx";
import { PrimaryFilters } from "../track-filters/PrimaryFilters.tsx";
import { useViewer } from "../viewer-context.ts";
import { AlertButton } from "./AlertButton.tsx";
import { CloneButton, ImportButton } from "./DatasetButtons.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { GuideLink } from "./GuideLink.tsx";
import { MoreMenu } from "./MoreMenu.tsx";
import { Navigation } from "./Navigation.tsx";
import { RunMenu } from "./RunMenu.tsx";
import classes from "./TopBar.module.css";
import { Tip } from "../../ui/Tip.tsx";

export function TopBar() {
  const { workspace } = useViewer();
  const { id, name } = workspace.dataset;
  const folder = useQuery(folderQuery(id)).data;
  usePageTitle(name);
  return (
    <header className={classes.bar} onMouseDown={keepFocus}>
      <Navigation parent={folder && `/${folder.parentCollection}/${folder.parentId}`} />
      <Place name={name} />
      <Toolbar className={classes.actions ?? ""} label={t("viewer.datasetActions")}>
        <span className={classes.wide}>
          <GuideLink />
          <AlertButton />
        </span>
        <RunMenu />
        <span className={classes.wide}>
          <ImportButton />
        </span>
        <ExportMenu />
        <span className={classes.wide}>
          <CloneButton />
        </span>
        <MoreMenu />
      </Toolbar>
      <PrimaryFilters />
      <CameraSelect />
      <ConfidenceFilter />
      <SaveButton />
    </header>
  );
}

/** Dataset > set > revision: what is shown. */
function Place({ name }: { readonly name: string }) {
  useSignals();
  const { setName, revision } = useViewer().workspace.active.value.document.value.address;
  return (
    <div className={classes.place}>
      <Tip label={name} multiline maw={420}>
        <Text component="h1" className={classes.name ?? ""} truncate>
          {name}
        </Text>
      </Tip>
      {setName !== undefined && <span className={classes.part}>{setName}</span>}
      {revision !== undefined && <span className={classes.part}>{t("viewer.revision", { revision })}</span>}
    </div>
  );
}
