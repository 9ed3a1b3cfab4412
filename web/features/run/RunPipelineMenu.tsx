/** A button that opens the menu of pipelines that can run on datasets. */
import { IconPlayerPlay } from "@tabler/icons-react";
import type { Pipe } from "#schemas/wire";
import { t, withTexts } from "../../base/texts/index.ts";
import { LazyMenu } from "../../ui/menus/LazyMenu.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { MenuFace, type Face } from "./MenuFace.tsx";
import { refusedNames, refusalToRun, type RunTarget } from "./run-target.ts";

const PipelineItems = lazyPart(async () => (await withTexts("pipes", import("./PipelineItems.tsx"))).default);

/** CSS pixels. */
const maxWidth = 230;

interface RunPipelineMenuProps {
  readonly targets: readonly RunTarget[];
  readonly face: Face;
  readonly isReadOnly?: boolean;
  /** Called before a pipeline is started; resolving to false cancels it. */
  readonly before?: () => Promise<boolean>;
}

export function RunPipelineMenu({ targets, face, isReadOnly = false, before }: RunPipelineMenuProps) {
  const refusal = refusalToRun(targets, isReadOnly);
  async function onRun(pipe: Pipe): Promise<void> {
    const { runPipeline } = await import("./run-pipeline.tsx");
    if ((await before?.()) !== false) await runPipeline(pipe, targets);
  }
  return (
    <LazyMenu
      position={face === "icon" ? "bottom-end" : "bottom-start"}
      isDisabled={refusal !== undefined}
      maw={maxWidth}
      mah="min(60vh, 520px)"
      entries={PipelineItems}
      items={{ targets, onRun: (pipe: Pipe) => void onRun(pipe) }}
    >
      <MenuFace
        face={face}
        label={t("run.pipeline")}
        refusal={
          refusal === undefined ? undefined : t(`run.refusal.${refusal}`, { names: refusedNames(refusal, targets) })
        }
        Icon={IconPlayerPlay}
      />
    </LazyMenu>
  );
}
