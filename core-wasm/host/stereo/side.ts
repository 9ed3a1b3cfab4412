/** The cameras of a stereo pair. */
export type Side = "left" | "right";

export function otherSide(side: Side): Side {
  return side === "left" ? "right" : "left";
}
