/** A list of names and values. */

import { factText, type Facts } from "../../../session/dataset/facts.ts";
import classes from "./DatasetInfoPanel.module.css";

export function FactList({ facts }: { readonly facts: Facts }) {
  return (
    <dl className={classes.facts}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{factText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
