/** Part of Multi-camera tools: the order of the cameras. */

import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { camerasInOrder } from "../../../editor/cameras/camera-order.ts";
import { CommandButton } from "../../parts/CommandButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./cameras.module.css";

export function OrderTools() {
  useSignals();
  const { workspace } = useViewer();
  const active = workspace.active.value;
  return (
    <section className={classes.alignment} aria-label={t("cameras.order")}>
      <h2 className={classes.title}>{t("cameras.order")}</h2>
      <ol className={classes.list}>
        {camerasInOrder(workspace).map((camera) => (
          <li key={camera.name} className={classes.orderRow} data-active={camera === active || undefined}>
            <span className={classes.name}>{camera.name}</span>
            <CommandButton
              command="cameras.earlier"
              args={{ camera: camera.name }}
              label={t("cameras.earlier", { name: camera.name })}
            />
            <CommandButton
              command="cameras.later"
              args={{ camera: camera.name }}
              label={t("cameras.later", { name: camera.name })}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
