/** What opens the small form that starts a training on datasets. */
import { IconSchool } from "@tabler/icons-react";
import { useId, useState, type ComponentType, type MouseEvent } from "react";
import { t } from "../../base/texts/index.ts";
import { MenuFace, type Face } from "./MenuFace.tsx";
import { refusedNames, refusalToTrain, type RunTarget } from "./run-target.ts";
import type { TrainingPopoverProps } from "./TrainingPopover.tsx";

interface OpenForm {
  readonly anchor: HTMLElement;
  readonly Form: ComponentType<TrainingPopoverProps>;
}

export function RunTrainingMenu({ targets, face }: { readonly targets: readonly RunTarget[]; readonly face: Face }) {
  const id = useId();
  const [form, setForm] = useState<OpenForm>();
  const [isOpen, setOpen] = useState(false);

  const reason = refusalToTrain(targets);
  const refusal = {
    none: undefined,
    noDatasets: t("run.noDatasets"),
    multiCamera: t("run.trainingMultiCamera", { names: refusedNames("multiCamera", targets) }),
  }[reason ?? "none"];

  // The form is shown once it is loaded. When it cannot be fetched, the page reports it like any error.
  async function toggle({ currentTarget: anchor }: MouseEvent<HTMLElement>): Promise<void> {
    if (refusal !== undefined) return;
    if (isOpen) return setOpen(false);
    const { default: Form } = await import("./TrainingPopover.tsx");
    setForm({ anchor, Form });
    setOpen(true);
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
        onClick={(event) => void toggle(event)}
      />
      {form !== undefined && <form.Form {...{ id, anchor: form.anchor, isOpen, setOpen, targets }} />}
    </>
  );
}
