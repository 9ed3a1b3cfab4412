/** The menu that starts a training on datasets: a small form. */
import { Popover, Text } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../../base/texts/index.ts";
import { MenuFace, type Face } from "./MenuFace.tsx";
import type { RunTarget } from "./run-target.ts";

const TrainingForm = lazy(() => import("./TrainingForm.tsx"));

/** CSS pixels. */
const mostWidth = 500;

export function RunTrainingMenu({ targets, face }: { readonly targets: readonly RunTarget[]; readonly face: Face }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <MenuFace face={face} label={t("run.training")} Icon={IconSchool} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown w="min(500px, 92vw)" maw={mostWidth} aria-label={t("run.training")}>
        <Suspense fallback={<Text c="dimmed">{t("common.loading")}</Text>}>
          <TrainingForm targets={targets} onStart={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
