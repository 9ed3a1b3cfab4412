/** Resolves conflicts one by one: both sides next to each other, in words and on the picture, to choose from. */

import { Button, Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useMemo, useRef, useState } from "react";
import type { FrameNumber, TrackId } from "#core/types";
import { t } from "../../base/texts/index.ts";
import type { Conflict, ConflictChoice, ConflictSide, Question } from "../../session/saving/conflict.ts";
import { ConflictPicture, outlineOf, sideColors, usePicture, type Outlines } from "./ConflictPicture.tsx";
import classes from "./ConflictQuestions.module.css";
import { linesOf, titleOf } from "./conflict-words.ts";
import { statusProps } from "../../ui/page/announce.ts";

interface ConflictQuestionsProps {
  readonly conflict: Conflict;
  /** Who has saved meanwhile, as a sentence. */
  readonly savedBy: string;
  onAnswer(choice: ConflictChoice): void;
}

const sides = ["mine", "theirs"] as const;

export function ConflictQuestions({ conflict, savedBy, onAnswer }: ConflictQuestionsProps) {
  const { questions, camera } = conflict;
  const [chosen, setChosen] = useState<ReadonlyMap<string, ConflictSide>>(new Map());
  const [at, setAt] = useState(0);
  const save = useRef<HTMLButtonElement>(null);
  const question = questions[at] as Question;
  const frame = frameOf(question, conflict);
  const picture = usePicture(camera, frame);
  const outlines = useMemo(() => outlinesOf(question, frame, conflict), [question, frame, conflict]);
  const left = questions.length - chosen.size;

  function choose(side: ConflictSide): void {
    const next = new Map(chosen).set(question.key, side);
    setChosen(next);
    // The next undecided question after this one.
    const order = [...questions.keys()].map((step) => (at + 1 + step) % questions.length);
    const open = order.find((index) => !next.has((questions[index] as Question).key));
    if (open === undefined) save.current?.focus();
    else setAt(open);
  }

  function chooseAll(side: ConflictSide): void {
    setChosen(new Map(questions.map(({ key }) => [key, side])));
    save.current?.focus();
  }

  return (
    <Stack gap="sm">
      <Text size="sm">
        {savedBy} {t("viewer.conflictBody")}
      </Text>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={600} {...statusProps} data-testid="conflict-title">
          {titleOf(question, conflict)}
        </Text>
        {questions.length > 1 && (
          <Group gap={4} wrap="nowrap">
            <Step to={at - 1} count={questions.length} label={t("viewer.conflictPrevious")} onStep={setAt} />
            <Text size="sm" className={classes.count ?? ""}>
              {t("viewer.conflictAt", { at: at + 1, count: questions.length })}
            </Text>
            <Step to={at + 1} count={questions.length} label={t("viewer.conflictNext")} onStep={setAt} />
          </Group>
        )}
      </Group>
      <div className={classes.sides}>
        {sides.map((side) => (
          <section
            key={side}
            className={classes.side}
            data-chosen={chosen.get(question.key) === side || undefined}
            aria-label={t(side === "mine" ? "viewer.conflictSideMine" : "viewer.conflictSideTheirs")}
          >
            <Group gap={6}>
              <span className={classes.mark} style={{ background: sideColors[side] }} />
              <Text size="sm" fw={600}>
                {t(side === "mine" ? "viewer.conflictSideMine" : "viewer.conflictSideTheirs")}
              </Text>
            </Group>
            {(outlines.mine ?? outlines.theirs) !== undefined && (
              <ConflictPicture side={side} outlines={outlines} picture={picture} />
            )}
            <div className={classes.words} data-testid={`conflict-words-${side}`}>
              {linesOf(question, side, conflict).map((line, index) => (
                <Text key={index} size="sm">
                  {line}
                </Text>
              ))}
            </div>
            <Button
              variant={chosen.get(question.key) === side ? "filled" : "default"}
              aria-pressed={chosen.get(question.key) === side}
              leftSection={chosen.get(question.key) === side ? <IconCheck size={15} /> : undefined}
              onClick={() => choose(side)}
              {...(side === "mine" && { "data-autofocus": true })}
            >
              {t(side === "mine" ? "viewer.conflictMine" : "viewer.conflictTheirs")}
            </Button>
          </section>
        ))}
      </div>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          {questions.length > 1 &&
            sides.map((side) => (
              <Button key={side} size="compact-sm" variant="subtle" onClick={() => chooseAll(side)}>
                {t(side === "mine" ? "viewer.conflictAllMine" : "viewer.conflictAllTheirs")}
              </Button>
            ))}
        </Group>
        <Group gap="xs">
          <Text size="sm" c="dimmed" {...statusProps}>
            {left > 0 && t("viewer.conflictLeft", { count: left })}
          </Text>
          <Button variant="default" onClick={() => onAnswer("cancel")}>
            {t("viewer.conflictLater")}
          </Button>
          {/* Not disabled: it takes the focus when the last choice is made. */}
          <Button
            ref={save}
            aria-disabled={left > 0}
            {...(left > 0 && { "data-disabled": true })}
            onClick={() => left === 0 && onAnswer(chosen)}
          >
            {t("commands.save")}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

interface StepProps {
  readonly to: number;
  readonly count: number;
  readonly label: string;
  onStep(to: number): void;
}

function Step({ to, count, label, onStep }: StepProps) {
  const Icon = label === t("viewer.conflictPrevious") ? IconChevronLeft : IconChevronRight;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      px={4}
      aria-label={label}
      disabled={to < 0 || to >= count}
      onClick={() => onStep(to)}
    >
      <Icon size={16} />
    </Button>
  );
}

/** The frame to show: the contested one; else the current one, if the track is on it; else the track's first. */
function frameOf({ kind, id, frame }: Question, { mine, theirs, camera }: Conflict): FrameNumber | undefined {
  if (frame !== undefined || kind === "group") return frame;
  const cores = [mine, theirs].filter((core) => core.hasTrack(id as TrackId));
  const shown = camera.shown.peek();
  if (shown !== undefined && cores.some((core) => core.detectionAt(id as TrackId, shown) !== undefined)) return shown;
  return cores[0]?.track(id as TrackId).begin;
}

function outlinesOf({ kind, id }: Question, frame: FrameNumber | undefined, { mine, theirs }: Conflict): Outlines {
  if (kind === "group" || frame === undefined) return { mine: undefined, theirs: undefined };
  return { mine: outlineOf(mine, id as TrackId, frame), theirs: outlineOf(theirs, id as TrackId, frame) };
}
