/** Implements `AnnotationReader`: files of each format, pages of the server, images of other cores. */
import { readCoco } from "./formats/coco/coco.ts";
import { readDiveJson } from "./formats/dive-json/read-json.ts";
import { readMot } from "./formats/mot/mot.ts";
import { readViameCsv } from "./formats/viame-csv/read-csv.ts";
import type { CoreState } from "./core-state.ts";
import { ImageFileReading } from "./image-file.ts";
import { Readings } from "./readings.ts";
import type {
  AnnotationReader,
  CocoDocument,
  CoreImage,
  ImageReading,
  PieceReadOptions,
  ReadOptions,
  ReadReport,
} from "./types.ts";

export class CoreReader implements AnnotationReader {
  readonly #state: CoreState;
  readonly #readings: Readings;

  constructor(state: CoreState) {
    this.#state = state;
    this.#readings = new Readings(state);
  }

  readViameCsv(bytes: Uint8Array, options: ReadOptions = {}): ReadReport {
    return this.#readings.whole(options, () => readViameCsv(this.#state.instance, bytes, options));
  }

  beginViameCsv(options: PieceReadOptions = {}): void {
    this.#readings.begin("viame-csv", options);
  }

  pushViameCsv(bytes: Uint8Array): void {
    this.#readings.push("viame-csv", bytes);
  }

  endViameCsv(): ReadReport {
    return this.#readings.end("viame-csv");
  }

  beginDiveJson(options: PieceReadOptions = {}): void {
    this.#readings.begin("dive-json", options);
  }

  pushDiveJson(bytes: Uint8Array): void {
    this.#readings.push("dive-json", bytes);
  }

  endDiveJson(): ReadReport {
    return this.#readings.end("dive-json");
  }

  readDiveJson(bytes: Uint8Array, options: ReadOptions = {}): ReadReport {
    return this.#readings.whole(options, () => readDiveJson(this.#state.instance, bytes, options));
  }

  readMot(bytes: Uint8Array, options: ReadOptions = {}): ReadReport {
    return this.#readings.whole(options, () => readMot(this.#state.instance, bytes, options));
  }

  readCoco(bytes: Uint8Array, options: ReadOptions = {}): ReadReport {
    return this.#readings.whole(options, () => readCoco(this.#state.instance, bytes, options));
  }

  get cocoDocument(): CocoDocument | undefined {
    return this.#state.instance.coco;
  }

  keepCocoDocument(document: CocoDocument | undefined): void {
    this.#state.instance.coco = document;
  }

  beginLoad(expectedBytes?: number): void {
    this.#readings.beginLoad(expectedBytes);
  }

  loadTrackPage(bytes: Uint8Array): void {
    this.#readings.loadPage("tracks", bytes);
  }

  loadGroupPage(bytes: Uint8Array): void {
    this.#readings.loadPage("groups", bytes);
  }

  endLoad(): ReadReport {
    return this.#readings.endLoad();
  }

  async putImage(image: CoreImage, pause: () => Promise<void>): Promise<void> {
    this.#state.log.requireNoTransaction();
    await this.#state.instance.putImage(image, pause);
    this.#state.started();
  }

  readImage(): ImageReading {
    this.#state.log.requireNoTransaction();
    return new ImageFileReading(this.#state.instance, () => this.#state.started());
  }
}
