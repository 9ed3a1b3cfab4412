/**
 * Runs an ONNX model: a narrow interface to onnxruntime-web, which server processes and browser workers load in
 * different ways.
 */
import type * as Onnx from "onnxruntime-web";
import type { InferenceSession, Tensor } from "onnxruntime-web";

import { PackError } from "./pack.ts";

/** The package, in one of its builds. */
export type OnnxRuntime = Pick<typeof Onnx, "InferenceSession" | "Tensor">;

export interface NumberTensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

export interface RunningModel {
  /** Its file. */
  readonly file: string;
  readonly inputs: readonly TensorFact[];
  readonly outputs: readonly TensorFact[];
  /** @throws PackError with the runtime's message */
  run(inputs: ReadonlyMap<string, NumberTensor>): Promise<ReadonlyMap<string, NumberTensor>>;
  close(): Promise<void>;
}

export interface TensorFact {
  readonly name: string;
  /** `undefined`: any number. */
  readonly shape: readonly (number | undefined)[];
}

export type Backend = "wasm" | "webgpu";

/** @param file for messages @throws PackError when the runtime does not recognize it as a model */
export async function openModel(
  runtime: OnnxRuntime,
  backend: Backend,
  file: string,
  bytes: Uint8Array,
): Promise<RunningModel> {
  let session: InferenceSession;
  try {
    session = await runtime.InferenceSession.create(bytes, { executionProviders: [backend], logSeverityLevel: 3 });
  } catch (error) {
    throw failure(`${file} cannot be loaded`, error);
  }
  return {
    file,
    inputs: session.inputMetadata.map((one) => factOf(file, one)),
    outputs: session.outputMetadata.map((one) => factOf(file, one)),
    async run(inputs) {
      const given = [...inputs].map(([name, { shape, values }]) => [
        name,
        new runtime.Tensor("float32", values, shape),
      ]);
      let answers: InferenceSession.OnnxValueMapType;
      try {
        answers = await session.run(Object.fromEntries(given) as InferenceSession.FeedsType);
      } catch (error) {
        throw failure(`${file} has failed`, error);
      }
      return new Map(Object.entries(answers).map(([name, tensor]) => [name, valuesOf(file, name, tensor as Tensor)]));
    },
    close: async () => await session.release(),
  };
}

function factOf(file: string, fact: InferenceSession.ValueMetadata): TensorFact {
  if (!fact.isTensor) throw new PackError(`${file}: ${fact.name} is not a tensor.`);
  return { name: fact.name, shape: fact.shape.map((size) => (typeof size === "number" ? size : undefined)) };
}

function valuesOf(file: string, name: string, { dims, data, type }: Tensor): NumberTensor {
  if (data instanceof Float32Array) return { shape: dims, values: data };
  if (data instanceof Int32Array || data instanceof BigInt64Array) {
    return { shape: dims, values: Float32Array.from(data, Number) };
  }
  throw new PackError(`${file} answers ${name} as ${type}: it must be float32. Convert the model.`);
}

function failure(what: string, error: unknown): PackError {
  const why = error instanceof Error ? error.message : String(error);
  return new PackError(`${what}: ${why.slice(0, 500)}`, { cause: error });
}
