/** Lines in a unit square, distinguished by dashes as well as by color. */
import type { ReactNode } from "react";
import { formatNumber } from "../../ui/text/format.ts";
import classes from "./ScoringPage.module.css";

export interface Line {
  readonly name: string;
  /** 0 .. 1 each; values below 0 are drawn as 0. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

interface LineChartProps {
  /** Description for screen readers. */
  readonly label: string;
  readonly xName: string;
  readonly yName?: string;
  readonly lines: readonly Line[];
  /** Position of a vertical line. */
  readonly mark?: number;
  readonly children?: ReactNode;
}

const [width, height, left, bottom, top, right] = [560, 320, 44, 40, 12, 16];
const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
const colors = ["#4c9ac2", "#d9822b", "#2f9e6e", "#b0578d", "#8a6fd1"];
const dashes = ["", "7 4", "2 4", "10 3 2 3", "4 2"];
const xOf = (value: number): number => left + value * (width - left - right);
const yOf = (value: number): number => height - bottom - Math.max(0, value) * (height - bottom - top);

export function LineChart({ label, xName, yName, lines, mark }: LineChartProps) {
  return (
    <figure className={classes.chart}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {ticks.map((tick) => (
          <g key={tick} className={classes.grid}>
            <line x1={xOf(0)} x2={xOf(1)} y1={yOf(tick)} y2={yOf(tick)} />
            <text x={left - 8} y={yOf(tick) + 4} textAnchor="end">
              {formatNumber(tick)}
            </text>
            <text x={xOf(tick)} y={height - bottom + 18} textAnchor="middle">
              {formatNumber(tick)}
            </text>
          </g>
        ))}
        <g className={classes.grid}>
          <text x={xOf(0.5)} y={height - 6} textAnchor="middle">
            {xName}
          </text>
          {yName !== undefined && (
            <text x={12} y={yOf(0.5)} textAnchor="middle" transform={`rotate(-90 12 ${yOf(0.5)})`}>
              {yName}
            </text>
          )}
        </g>
        {mark !== undefined && <line className={classes.mark} x1={xOf(mark)} x2={xOf(mark)} y1={yOf(0)} y2={yOf(1)} />}
        {lines.map(({ name, points }, at) => (
          <polyline
            key={name}
            points={points.map(([x, y]) => `${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`).join(" ")}
            fill="none"
            stroke={colors[at % colors.length]}
            strokeDasharray={dashes[at % dashes.length]}
            strokeWidth={2}
          />
        ))}
      </svg>
      {lines.length > 1 && (
        <figcaption className={classes.legend}>
          {lines.map(({ name }, at) => (
            <span key={name}>
              <svg width={30} height={8} aria-hidden="true">
                <line
                  x1={0}
                  x2={30}
                  y1={4}
                  y2={4}
                  stroke={colors[at % colors.length]}
                  strokeDasharray={dashes[at % dashes.length]}
                  strokeWidth={2}
                />
              </svg>
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}
