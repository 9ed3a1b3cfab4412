/** The pipelines that can run on datasets, by category, as entries of a menu. */
import { Menu, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Pipe, PipelineCategory } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { Answer } from "../Answer.tsx";
import { pipelinesQuery } from "../../queries/pipelines.ts";
import { descriptionOf } from "./pipe-parameters.ts";
import { categoryText } from "./pipe-name.ts";
import { listPipelines, type RunTarget } from "./run-target.ts";

/** In longer lists one looks for a name. */
const mostWithoutSearch = 12;

interface PipelineItemsProps {
  readonly targets: readonly RunTarget[];
  onRun(pipe: Pipe): void;
}

/** Asked for when the menu is opened: it is drawn then. */
export default function PipelineItems(props: PipelineItemsProps) {
  return (
    <Answer
      of={useQuery(pipelinesQuery)}
      title={t("run.pipelinesFailed")}
      waiting={<Note text={t("common.loading")} />}
    >
      {(known) => <Offered {...props} known={known} />}
    </Answer>
  );
}

function Offered({
  targets,
  onRun,
  known,
}: PipelineItemsProps & { readonly known: Readonly<Record<string, PipelineCategory>> }) {
  const [sought, setSought] = useState("");
  const categories = listPipelines(known, targets);
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
