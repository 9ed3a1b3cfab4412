/** The button of the filters that are rarely needed, which counts those that are set, and opens their form. */
import { Button, Popover } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../base/texts/index.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { countMore, type ReviewQuestion } from "./question.ts";
import type { Review } from "./review.ts";

export interface QuestionProps {
  readonly review: Review;
  readonly question: ReviewQuestion;
  onQuestion(question: ReviewQuestion): void;
}

const FilterForm = lazyPart(async () => (await import("./FilterForm.tsx")).FilterForm);

export function MoreFilters({ review, question, onQuestion }: QuestionProps) {
  const [isOpen, setOpen] = useState(false);
  const count = countMore(question);
  const ask = (next: ReviewQuestion): void => {
    setOpen(false);
    onQuestion(next);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={300} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={count > 0 ? "light" : "default"}
          leftSection={<IconFilter size={15} />}
          onClick={() => setOpen(!isOpen)}
        >
          {count > 0 ? t("review.filters.count", { count }) : t("review.filters")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("review.filters")}>
        <FilterForm review={review} question={question} onQuestion={ask} />
      </Popover.Dropdown>
    </Popover>
  );
}
