/** The pipelines that can run on datasets, by category, as menu items. */
import { Menu, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Pipe, PipelineCategory } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { Answer } from "../Answer.tsx";
import { pipelinesQuery } from "../../queries/pipelines.ts";
import { descriptionOf } from "./pipe-parameters.ts";
import { categoryText, fullName } from "./pipe-name.ts";
import { pipeKey, recentOf } from "./recent-pipes.ts";
import { listPipelines, type RunTarget } from "./run-target.ts";
import { statusProps } from "../../ui/page/announce.ts";

/** Longer lists get a search field. */
const maxWithoutSearch = 12;

interface PipelineItemsProps {
  readonly targets: readonly RunTarget[];
  onRun(pipe: Pipe): void;
}

/** Rendered, and so requested, when the menu opens. */
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
  useSignals();
  const [sought, setSought] = useState("");
  const categories = listPipelines(known, targets);
  if (categories.length === 0) return <Note text={t("run.none")} />;
  const isLong = categories.reduce((sum, { pipes }) => sum + pipes.length, 0) > maxWithoutSearch;
  // Each pipeline is listed once: recent ones are left out of their category.
  const recent = recentOf(categories.flatMap(({ pipes }) => pipes));
  const groups = [
    { title: t("run.recent"), pipes: recent },
    ...categories.map(({ name, pipes }) => ({
      title: categoryText(name),
      pipes: pipes.filter((pipe) => !recent.includes(pipe)),
    })),
  ];
  const isNameShared = ({ name }: Pipe): boolean =>
    categories.flatMap(({ pipes }) => pipes).filter((other) => other.name === name).length > 1;
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
      {groups.map(({ title, pipes }) => {
        const matching = pipes.filter(matches);
        if (matching.length === 0) return null;
        return (
          <div key={title} role="group" aria-label={title}>
            <Menu.Label>{title}</Menu.Label>
            {matching.map((pipe) => (
              <Menu.Item key={pipeKey(pipe)} onClick={() => onRun(pipe)}>
                {isNameShared(pipe) ? fullName(pipe) : pipe.name}
                {pipes === recent && !isNameShared(pipe) && (
                  <Text span size="xs" c="dimmed" ml={6}>
                    {categoryText(pipe.type)}
                  </Text>
                )}
                {descriptionOf(pipe) !== "" && (
                  <Text size="xs" c="dimmed">
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
    <Text size="sm" c="dimmed" px="sm" py={6} {...statusProps}>
      {text}
    </Text>
  );
}
