/** Writes formats with one file per picture: the names of the files. */

/**
 * The picture of a frame, and the name of its file without extension; pictures that differ only in theirs are numbered.
 */
export function* filesOfFrames(
  frames: Iterable<number>,
  imageNames: readonly string[],
): Generator<{ readonly frame: number; readonly picture: string; readonly stem: string }> {
  const taken = new Set<string>();
  for (const frame of frames) {
    const picture = imageNames[frame] || `frame_${String(frame).padStart(6, "0")}.jpg`;
    const parts = picture.split(/[/\\]/).filter((part) => part !== "" && part !== "." && part !== "..");
    const plain = parts.join("/").replace(/\.[^./]*$/, "");
    let stem = plain;
    for (let count = 2; taken.has(stem); count++) stem = `${plain}_${count}`;
    taken.add(stem);
    yield { frame, picture, stem };
  }
}
