/** Where drawn pictures go: into a video, or each into its own file. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join, resolve } from "node:path";

import { unlike } from "../zip/safe-names.ts";
import type { FoundFfmpeg } from "../programs/find-ffmpeg.ts";
import { FrameError, FrameWriter } from "../programs/raw-frames.ts";
import { addSound } from "./add-sound.ts";
import { pictureOptions, videoOptions } from "./outputs.ts";
import type { Picture } from "./sources.ts";

/** Whether the result has the sound of its source; `lost`: the source has some, and the result has none. */
export type Sound = "none" | "kept" | "lost";

export interface Written {
  /** Time in the source of the first picture that was written. */
  readonly start: number;
  readonly frames: number;
  /** The frames are not evenly spaced in time, and in the result they are. */
  readonly isUneven: boolean;
}

export interface RenderTarget {
  readonly isVideo: boolean;
  /** @throws FrameError */
  write(picture: Picture): Promise<void>;
  /** @throws FrameError */
  end(written: Written): Promise<Sound>;
  /** Ends everything that is still running. */
  giveUp(): Promise<void>;
}

/** Pictures of a video have one size: the message says which one differs. */
export class SizeError extends FrameError {}

interface Encoder {
  readonly programs: FoundFfmpeg;
  readonly signal: AbortSignal;
  /** For the pictures until the sound is added. Default: that of the system. */
  readonly temporary?: string;
}

interface VideoFile {
  readonly path: string;
  /** Its ending says how it is encoded. */
  readonly name: string;
  /** Pictures a second, as a fraction. */
  readonly rate: string;
  /** A file whose sound it gets. */
  readonly sound: string | undefined;
}

export class VideoTarget implements RenderTarget {
  readonly isVideo = true;
  readonly #file: VideoFile;
  readonly #encoder: Encoder;
  #writer: FrameWriter | undefined;
  #size = { width: 0, height: 0 };
  /** Holds the pictures until the sound is added. */
  #folder: string | undefined;

  constructor(file: VideoFile, encoder: Encoder) {
    [this.#file, this.#encoder] = [file, encoder];
  }

  async write({ pixels, width, height, name }: Picture): Promise<void> {
    if (this.#writer === undefined) {
      this.#size = { width, height };
      const { programs, signal } = this.#encoder;
      const { rate } = this.#file;
      const output = [...this.#options().encoding, await this.#silentPath()];
      this.#writer = new FrameWriter({ ffmpeg: programs.ffmpeg, width, height, rate, output, signal });
    }
    const { width: w, height: h } = this.#size;
    if (w !== width || h !== height)
      throw new SizeError(`${name} has ${width} x ${height} pixels, the pictures before it ${w} x ${h}`);
    await this.#writer.write(pixels);
  }

  async end({ start, frames, isUneven }: Written): Promise<Sound> {
    await this.#writer?.end();
    const { sound, rate, path } = this.#file;
    if (sound === undefined) return "none";
    const silent = await this.#silentPath();
    const { audio, container } = this.#options();
    const given = { silent, sound, start, frames, rate, target: resolve(path), container, ...this.#encoder };
    // At uneven times, sound would not fit the pictures, which are shown equally long.
    if (!isUneven && (await addSound({ ...given, audio }))) return "kept";
    await addSound({ ...given, audio: [] });
    return "lost";
  }

  async giveUp(): Promise<void> {
    this.#writer?.stop();
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }

  #options() {
    const options = videoOptions(this.#file.name);
    if (options === undefined) throw new FrameError(`${this.#file.name} is not the name of a video.`);
    return options;
  }

  async #silentPath(): Promise<string> {
    if (this.#file.sound === undefined) return resolve(this.#file.path);
    this.#folder ??= await mkdtemp(join(this.#encoder.temporary ?? tmpdir(), "wakeline-silent-"));
    return join(this.#folder, `video${extname(this.#file.name)}`);
  }
}

/** A PNG for each frame, named like the picture or after the number of the frame. */
export class PictureTarget implements RenderTarget {
  readonly isVideo = false;
  readonly #names: readonly string[] | undefined;
  readonly #place: (name: string, write: (path: string) => Promise<void>) => Promise<void>;
  readonly #encoder: Encoder;

  /**
   * @param names by frame; `undefined`: frames have no names of their own
   * @param place has each picture written to where it belongs
   */
  constructor(
    names: readonly string[] | undefined,
    place: (name: string, write: (path: string) => Promise<void>) => Promise<void>,
    encoder: Encoder,
  ) {
    [this.#names, this.#place, this.#encoder] = [names, place, encoder];
  }

  async write({ pixels, width, height, frame }: Picture): Promise<void> {
    const name = this.#names?.[frame] ?? `${String(frame).padStart(6, "0")}.png`;
    const { programs, signal } = this.#encoder;
    await this.#place(name, async (path) => {
      const output = [...pictureOptions, resolve(path)];
      const writer = new FrameWriter({ ffmpeg: programs.ffmpeg, width, height, rate: "1", output, signal });
      try {
        await writer.write(pixels);
        await writer.end();
      } finally {
        writer.stop();
      }
    });
  }

  async end(): Promise<Sound> {
    return "none";
  }

  async giveUp(): Promise<void> {}
}

/** The PNG of each picture. Pictures that differ only in their endings, or in capital letters, keep their whole names. */
export function pictureFiles(names: readonly string[]): readonly string[] {
  const stemOf = (name: string): string => basename(name, extname(name));
  const counts = new Map<string, number>();
  for (const name of names) {
    const key = stemOf(name).toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const taken = new Set<string>();
  return names.map((name) => {
    const stem = stemOf(name);
    return `${unlike(taken, counts.get(stem.toLowerCase()) === 1 ? stem : basename(name))}.png`;
  });
}
