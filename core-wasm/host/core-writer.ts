/** Implements `AnnotationWriter`: files of each format, wire data of the server, images. */
import type { CoreState } from "./core-state.ts";
import { writeCoco } from "./formats/coco/write-coco.ts";
import { writeDiveJson } from "./formats/dive-json/write-json.ts";
import { trackRows } from "./formats/exchange/track-rows.ts";
import { joinPieces, writeGroupList, writeTrackChange, writeTrackList } from "./formats/exchange/writing.ts";
import { writeMot } from "./formats/mot/mot.ts";
import { writeViameCsv } from "./formats/viame-csv/write-csv.ts";
import { groupRows } from "./groups.ts";
import { writeImageFile } from "./image-file.ts";
import { hasTrack } from "./queries/track-facts.ts";
import type {
  AnnotationWriter,
  CocoOptions,
  CoreImage,
  DiveJsonOptions,
  GroupId,
  GroupRow,
  MotOptions,
  TrackId,
  TrackRow,
  TrackRowOptions,
  ViameCsvOptions,
  WriteReport,
  WritingPieces,
} from "./types.ts";
import { CoreError } from "./types.ts";

/** A track is written as a change if that covers at most one in this many of its rows. */
const rowsPerChange = 64;

export class CoreWriter implements AnnotationWriter {
  readonly #state: CoreState;

  constructor(state: CoreState) {
    this.#state = state;
  }

  writeViameCsv(options: ViameCsvOptions): WriteReport {
    return this.#join(
      writeViameCsv(this.#state.instance, this.#state.typeNames.all(), options),
      this.#state.instance.exports.csv_write_next,
    );
  }

  writeViameCsvPieces(options: ViameCsvOptions): WritingPieces {
    return writeViameCsv(this.#state.instance, this.#state.typeNames.all(), options);
  }

  writeDiveJson(options: DiveJsonOptions = {}): WriteReport {
    return this.#join(
      writeDiveJson(this.#state.instance, this.#state.typeNames.all(), options),
      this.#state.instance.exports.json_write_next,
    );
  }

  writeDiveJsonPieces(options: DiveJsonOptions = {}): WritingPieces {
    return writeDiveJson(this.#state.instance, this.#state.typeNames.all(), options);
  }

  writeMot(options: MotOptions = {}): WriteReport {
    return this.#join(
      writeMot(this.#state.instance, this.#state.typeNames.all(), options),
      this.#state.instance.exports.mot_write_next,
    );
  }

  writeCoco(options: CocoOptions): WriteReport {
    return this.#join(
      writeCoco(this.#state.instance, this.#state.typeNames.all(), options),
      this.#state.instance.exports.coco_write_next,
    );
  }

  writeMotPieces(options: MotOptions = {}): WritingPieces {
    return writeMot(this.#state.instance, this.#state.typeNames.all(), options);
  }

  writeCocoPieces(options: CocoOptions): WritingPieces {
    return writeCoco(this.#state.instance, this.#state.typeNames.all(), options);
  }

  writeTrackList(ids: readonly TrackId[], options: TrackRowOptions = {}): Uint8Array<ArrayBuffer> {
    return writeTrackList(this.#state.instance, ids, options);
  }

  writeTrackChange(id: TrackId, seq: number): Uint8Array<ArrayBuffer> | undefined {
    const { track_find, track_row_count } = this.#state.instance.exports;
    const maxFrames = track_row_count(track_find(id)) / rowsPerChange;
    if (maxFrames < 1) return undefined;
    const frames = this.#state.log.framesSince(id, seq);
    if (frames === undefined || frames.length > maxFrames) return undefined;
    return writeTrackChange(this.#state.instance, id, frames);
  }

  trackImage(id: TrackId): Uint8Array<ArrayBuffer> | undefined {
    const { track_image_bytes, track_store_image, transfer_open } = this.#state.instance.exports;
    if (!hasTrack(this.#state.instance, id)) return undefined;
    const bytes = track_image_bytes(id) >>> 0;
    // Texts are copied in blocks of 16.
    const start = transfer_open(bytes + 16) >>> 0;
    track_store_image(start, id);
    return this.#state.instance.copy(start, start + bytes);
  }

  writeGroupList(ids: readonly GroupId[]): Uint8Array<ArrayBuffer> {
    return writeGroupList(this.#state.instance, ids);
  }

  trackRows(options: TrackRowOptions = {}): Iterable<TrackRow> {
    return trackRows(this.#state.instance, this.#state.typeNames.all(), options);
  }

  groupRows(): Iterable<GroupRow> {
    return groupRows(this.#state.instance);
  }

  takeImage(): CoreImage {
    this.#state.log.requireNoTransaction();
    return this.#state.instance.takeImage();
  }

  async copyImage(pause: () => Promise<void>): Promise<{ readonly image: CoreImage; readonly seq: number }> {
    this.#state.log.requireNoTransaction();
    let seq = 0;
    const image = await this.#state.instance.copyImage(pause, () => void (seq = this.#state.log.seq));
    return { image, seq };
  }

  writeImage(note: string): readonly Uint8Array<ArrayBuffer>[] {
    const { fingerprint } = this.#state.instance;
    if (fingerprint === undefined) throw new CoreError("image-refused", "The version of this core is not known.");
    this.#state.log.requireNoTransaction();
    return writeImageFile(this.#state.instance.viewImage(), fingerprint, note);
  }

  /** `next` is the position of the next track. */
  #join(pieces: WritingPieces, next: { readonly value: number }): WriteReport {
    return joinPieces(pieces, () => next.value / this.#state.instance.exports.track_count.value);
  }
}
