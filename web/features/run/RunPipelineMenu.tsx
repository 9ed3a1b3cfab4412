/** The menu of pipelines that can run on datasets, by category. */
import { Menu, Text } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Pipe } from "#schemas/wire";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { pipelinesQuery } from "../../queries/pipelines.ts";
import { MenuFace, type Face } from "./MenuFace.tsx";
import { descriptionOf } from "./pipe-parameters.ts";
import { categoryText } from "./pipe-name.ts";
import { runPipeline } from "./run-pipeline.tsx";
import { listPipelines, refusalToRun, type RunTarget } from "./run-target.ts";

/** CSS pixels. */
const mostWidth = 230;
/** In longer lists one looks for a name. */
const mostWithoutSearch = 12;

interface RunPipelineMenuProps {
  readonly targets: readonly RunTarget[];
  readonly face: Face;
  readonly isReadOnly?: boolean;
  /** Asked before a pipeline is started; false: it is not. */
  readonly before?: () => Promise<boolean>;
}

export function RunPipelineMenu({ targets, face, isReadOnly = false, before }: RunPipelineMenuProps) {
  const refusal = refusalToRun(targets, isReadOnly);
  async function run(pipe: Pipe): Promise<void> {
    if ((await before?.()) !== false) await runPipeline(pipe, targets);
  }
  return (
    <Menu position={face === "icon" ? "bottom-end" : "bottom-start"} disabled={refusal !== undefined}>
      <Menu.Target>
        <MenuFace
          face={face}
          label={t("run.pipeline")}
          refusal={refusal === undefined ? undefined : t(`run.refusal.${refusal}`)}
          Icon={IconPlayerPlay}
        />
      </Menu.Target>
      <Menu.Dropdown maw={mostWidth} mah="min(60vh, 520px)" style={{ overflowY: "auto" }}>
        <PipelineItems targets={targets} onRun={(pipe) => void run(pipe)} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface PipelineItemsProps {
  readonly targets: readonly RunTarget[];
  onRun(pipe: Pipe): void;
}

/** Asked for when the menu is opened: it is drawn then. */
function PipelineItems({ targets, onRun }: PipelineItemsProps) {
  const { data, error } = useQuery(pipelinesQuery);
  const [sought, setSought] = useState("");
  if (error !== null) return <Note text={errorText(error)} />;
  if (data === undefined) return <Note text={t("common.loading")} />;
  const categories = listPipelines(data, targets);
  if (categories.length === 0) return <Note text={t("run.none")} />;
  const isLong = categories.reduce((sum, { pipes }) => sum + pipes.length, 0) > mostWithoutSearch;
  const matches = ({ name }: Pipe) => name.toLowerCase().includes(sought.trim().toLowerCase());
  return (
    <>
      {isLong && (
        <Menu.Search
          aria-label={t("run.search")}
          placeholder={t("run.search")}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      {categories.map(({ name, pipes }) => {
        const found = pipes.filter(matches);
        if (found.length === 0) return null;
        return (
          <div key={name} role="group" aria-label={categoryText(name)}>
            <Menu.Label>{categoryText(name)}</Menu.Label>
            {found.map((pipe) => (
              <Menu.Item key={`${pipe.pipe} ${pipe.folderId ?? ""}`} onClick={() => onRun(pipe)}>
                {pipe.name}
                {descriptionOf(pipe) !== "" && (
                  <Text size="xs" c="dimmed" lineClamp={2}>
                    {descriptionOf(pipe)}
                  </Text>
                )}
              </Menu.Item>
            ))}
          </div>
        );
      })}
    </>
  );
}

function Note({ text }: { readonly text: string }) {
  return (
    <Text size="sm" c="dimmed" px="sm" py={6} role="status">
      {text}
    </Text>
  );
}
