/** A button that opens the form that starts a training on datasets. */
import { IconSchool } from "@tabler/icons-react";
import { useEffect, useId, useState, type MouseEvent } from "react";
import { preloadWhenIdle, whenLoaded } from "../../base/lazy.ts";
import { t } from "../../base/texts/index.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { MenuFace, type Face } from "./MenuFace.tsx";
import { refusedNames, refusalToTrain, type RunTarget } from "./run-target.ts";

const TrainingPopover = lazyPart(async () => (await import("./TrainingPopover.tsx")).default);

export function RunTrainingMenu({ targets, face }: { readonly targets: readonly RunTarget[]; readonly face: Face }) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => preloadWhenIdle(TrainingPopover), []);

  const reason = refusalToTrain(targets);
  const refusal = {
    none: undefined,
    noDatasets: t("run.noDatasets"),
    multiCamera: t("run.trainingMultiCamera", { names: refusedNames("multiCamera", targets) }),
  }[reason ?? "none"];

  function toggle({ currentTarget }: MouseEvent<HTMLElement>): void {
    if (refusal !== undefined) return;
    if (isOpen) return setOpen(false);
    whenLoaded([TrainingPopover], () => {
      setAnchor(currentTarget);
      setOpen(true);
    });
  }

  return (
    <>
      <MenuFace
        face={face}
        label={t("run.training")}
        refusal={refusal}
        Icon={IconSchool}
        id={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        onClick={toggle}
      />
      {anchor !== undefined && <TrainingPopover {...{ id, anchor, isOpen, setOpen, targets }} />}
    </>
  );
}
