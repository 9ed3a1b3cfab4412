/** The worker that runs model packs on the graphics processor: WebGPU, and what it lacks in WebAssembly. */
import * as onnx from "onnxruntime-web/webgpu";
import wasmUrl from "onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url";

import { answerCalls } from "../base/worker-answers.ts";
import { createPackModel } from "./pack-model.ts";

onnx.env.wasm.wasmPaths = { wasm: wasmUrl };
onnx.env.wasm.numThreads = 1;

answerCalls(createPackModel(onnx, "webgpu"));
