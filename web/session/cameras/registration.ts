/**
 * Registration: the alignment of two cameras' pictures. Pairs of points that a person picked on both, the transform
 * computed from them, and the overlay of one camera's picture on the other's. Points, model and transform are stored
 * with the dataset as configuration entries: counted, journaled, reverted by undo, sent by Save.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { isTransform, type Transform } from "#core/registration/transform";
import type { Registered, RegistrationRefusal, SolveTransform, TransformType } from "#core";
import type { FrameNumber } from "#core/types";
import { imagePoint, type ImagePoint } from "../../base/brand.ts";
import type { Camera } from "./camera.ts";
import type { ConfigurationValues } from "../dataset/configuration-values.ts";
import type { Workspace } from "../workspace.ts";

/** The same point on both cameras of a pair. */
export interface PointPairOfCameras {
  readonly id: unknown;
  readonly at: readonly [ImagePoint, ImagePoint];
}

/** A point without its counterpart yet. */
export interface HalfPoint {
  readonly camera: Camera;
  readonly at: ImagePoint;
}

export interface OverlaySettings {
  readonly isOn: boolean;
  /** 0..1 */
  readonly opacity: number;
  /** The share of the canvas that it covers from the left, 0..1. */
  readonly swipe: number;
}

export type Pair = readonly [Camera, Camera];

/** The initial model: it fits any two cameras that look at something flat. */
const usualType: TransformType = "homography";

/** How the entry of a pair is stored. */
interface Entry {
  readonly key: string;
  /** Stored for the pair in reverse order. */
  readonly isReversed: boolean;
}

export interface RegistrationParts {
  readonly workspace: Workspace;
  readonly solve: SolveTransform;
  /** The frame of one camera at the same time as a frame of another. */
  readonly sameInstant: (from: Camera, frame: FrameNumber, to: Camera) => FrameNumber | undefined;
}

export class Registration {
  readonly #workspace: Workspace;
  readonly #solve: SolveTransform;
  readonly #pair;
  readonly #isPicking = signal(false);
  readonly #half = signal<HalfPoint | undefined>(undefined);
  readonly #overlay = signal<OverlaySettings>({ isOn: false, opacity: 0.5, swipe: 1 });

  readonly sameInstant: RegistrationParts["sameInstant"];
  /** The cameras being registered. */
  readonly pair: ReadonlySignal<Pair>;
  /** Whether clicks on the pictures of the pair pick points. */
  readonly isPicking: ReadonlySignal<boolean> = this.#isPicking;
  readonly half: ReadonlySignal<HalfPoint | undefined> = this.#half;
  readonly overlay: ReadonlySignal<OverlaySettings> = this.#overlay;
  readonly points: ReadonlySignal<readonly PointPairOfCameras[]>;
  readonly type: ReadonlySignal<TransformType>;
  /** The transform solved from the points; the stored one may come from another client, without points. */
  readonly solution: ReadonlySignal<Registered | RegistrationRefusal>;
  /** Whether the pictures of the pair are aligned. */
  readonly isRegistered: ReadonlySignal<boolean>;

  constructor({ workspace, solve, sameInstant }: RegistrationParts) {
    this.#workspace = workspace;
    this.#solve = solve;
    this.sameInstant = sameInstant;
    const [first, second] = workspace.cameras;
    if (first === undefined || second === undefined) throw new Error("Registration takes two cameras.");
    this.#pair = signal<Pair>([first, second]);
    this.pair = this.#pair;
    this.points = computed(() => this.#storedPoints());
    this.type = computed(() => {
      const values = workspace.configuration.values.value;
      return own(values.cameraTransformTypes, this.#entry(values).key) ?? usualType;
    });
    this.solution = computed(() => this.#solution(this.type.value, this.points.value));
    this.isRegistered = computed(() => this.transformBetween(...this.#pair.value) !== undefined);
  }

  /** The transform between two cameras, if they are registered with each other. Reads signals. */
  transformBetween(from: Camera, to: Camera): Transform | undefined {
    const values = this.#workspace.configuration.values.value;
    const forth = own(values.cameraHomographies, keyOf(from, to));
    const stored = forth ? forth.AtoB : own(values.cameraHomographies, keyOf(to, from))?.BtoA;
    // The server accepts lists of numbers of any length.
    return isTransform(stored) ? stored : undefined;
  }

  /** The other camera of the pair. */
  otherThan(camera: Camera): Camera | undefined {
    const [first, second] = this.#pair.value;
    if (camera === first) return second;
    return camera === second ? first : undefined;
  }

  choose(pair: Pair): void {
    if (pair[0] === pair[1]) throw new Error("A camera is not registered with itself.");
    this.#half.value = undefined;
    this.#pair.value = pair;
  }

  setPicking(isOn: boolean): void {
    this.#isPicking.value = isOn && this.#workspace.readOnly.peek() === undefined;
    this.#half.value = undefined;
  }

  showOverlay(change: Partial<OverlaySettings>): void {
    this.#overlay.value = { ...this.#overlay.peek(), ...change };
  }

  /**
   * Adds a point on a picture; with its counterpart on the other camera it becomes a pair. Returns false if the camera
   * is not in this pair.
   */
  pick(camera: Camera, at: ImagePoint): boolean {
    const other = this.otherThan(camera);
    if (!this.#isPicking.peek() || other === undefined) return false;
    const half = this.#half.peek();
    if (half === undefined || half.camera === camera) {
      // A second point on the same camera replaces the first.
      this.#half.value = { camera, at };
      return true;
    }
    this.#half.value = undefined;
    const isFirst = this.#pair.peek()[0] === camera;
    const points = this.points.peek();
    this.#change([...points, { id: freeId(points), at: isFirst ? [at, half.at] : [half.at, at] }]);
    return true;
  }

  /** Removes the last point, alone or as a pair. */
  removeLast(): void {
    if (this.#half.peek() !== undefined) this.#half.value = undefined;
    else this.#change(this.points.peek().slice(0, -1));
  }

  remove({ id }: Pick<PointPairOfCameras, "id">): void {
    this.#change(this.points.peek().filter((point) => point.id !== id));
  }

  clear(): void {
    this.#half.value = undefined;
    this.#change([]);
  }

  setType(type: TransformType): void {
    this.#change(this.points.peek(), type);
  }

  /** Changes points, model and their result in one step. Without points, the entry is removed. */
  #change(points: readonly PointPairOfCameras[], type: TransformType = this.type.peek()): void {
    const { configuration } = this.#workspace;
    const { key, isReversed } = this.#entry(configuration.values.peek());
    const solution = this.#solution(type, points);
    const stored = points.map(({ id, at: [first, second] }) => {
      const [a, b] = isReversed ? [second, first] : [first, second];
      return { id, a: [a.x, a.y] as [number, number], b: [b.x, b.y] as [number, number] };
    });
    const homography =
      typeof solution === "string"
        ? null
        : {
            AtoB: rows(isReversed ? solution.BtoA : solution.AtoB),
            BtoA: rows(isReversed ? solution.AtoB : solution.BtoA),
          };
    configuration.change({
      cameraCorrespondences: { [key]: stored.length === 0 ? null : stored },
      cameraTransformTypes: { [key]: stored.length === 0 && type === usualType ? null : type },
      cameraHomographies: { [key]: homography },
    });
  }

  #solution(type: TransformType, points: readonly PointPairOfCameras[]): Registered | RegistrationRefusal {
    return this.#solve(
      type,
      points.map(({ at: [a, b] }) => ({ a: [a.x, a.y], b: [b.x, b.y] })),
    );
  }

  #storedPoints(): readonly PointPairOfCameras[] {
    const values = this.#workspace.configuration.values.value;
    const { key, isReversed } = this.#entry(values);
    return (own(values.cameraCorrespondences, key) ?? []).map(({ id, a, b }) => {
      const [first, second] = isReversed ? [b, a] : [a, b];
      return { id, at: [imagePoint(...first), imagePoint(...second)] };
    });
  }

  /** Other clients may have stored the pair in reverse order. */
  #entry(values: ConfigurationValues): Entry {
    const [first, second] = this.#pair.value;
    const [key, reversed] = [keyOf(first, second), keyOf(second, first)];
    const maps = [values.cameraCorrespondences, values.cameraHomographies, values.cameraTransformTypes];
    const has = (name: string): boolean => maps.some((map) => Object.hasOwn(map, name));
    return has(reversed) && !has(key) ? { key: reversed, isReversed: true } : { key, isReversed: false };
  }
}

/** The name of a pair, as existing clients write it. */
function keyOf(first: Camera, second: Camera): string {
  return `${first.name}::${second.name}`;
}

function own<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Ids from other clients may be anything. */
function freeId(points: readonly PointPairOfCameras[]): number {
  return Math.max(0, ...points.map(({ id }) => Number(id)).filter((id) => Number.isSafeInteger(id))) + 1;
}

const rows = (transform: Transform): number[][] => transform.map((row) => [...row]);
