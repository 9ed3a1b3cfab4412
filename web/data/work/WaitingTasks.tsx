/** On the start page of users with tasks: their number, the most urgent ones, and a button for the next. */
import { Anchor, Button, Group, Text, Title } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { framesText, taskAddress } from "../../features/tasks/task-facts.ts";
import { myTasksQuery, tasksOfUser } from "../../queries/tasks.ts";

const maxTasks = 3;

export default function WaitingTasks() {
  useSignals();
  const { data } = useQuery(myTasksQuery());
  const waiting = tasksOfUser(data?.tasks ?? [], requireUser()._id);
  const [next] = waiting;
  if (next === undefined) return null;
  return (
    <section aria-labelledby="waiting-tasks">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5" id="waiting-tasks">
          {t("tasks.waiting", { count: waiting.length })}
        </Title>
        <Group gap="xs">
          <Button component={Link} to="/my-work" size="xs" variant="default">
            {t("tasks.toWork")}
          </Button>
          <Button component={Link} to={taskAddress(next)} size="xs">
            {t("tasks.next")}
          </Button>
        </Group>
      </Group>
      <ul style={{ listStyle: "none", margin: "0 0 var(--mantine-spacing-md)", padding: 0 }}>
        {waiting.slice(0, maxTasks).map((task) => (
          <Text component="li" key={task._id} size="sm" lineClamp={2} lh={1.8}>
            <Anchor component={Link} to={taskAddress(task)} size="sm">
              {task.datasetName}
            </Anchor>{" "}
            <Text span size="sm" c="dimmed">
              {[framesText(task), task.instructions.split("\n")[0]].filter(Boolean).join(" · ")}
            </Text>
          </Text>
        ))}
      </ul>
    </section>
  );
}
