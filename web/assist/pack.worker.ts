/** The worker that runs model packs on the processor: WebAssembly, single-threaded. */
import * as onnx from "onnxruntime-web/wasm";
import wasmUrl from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";

import { answerCalls } from "../base/worker-answers.ts";
import { createPackModel } from "./pack-model.ts";

onnx.env.wasm.wasmPaths = { wasm: wasmUrl };
// Threads need shared memory, which requires cross-origin isolation; linked media rule that out.
onnx.env.wasm.numThreads = 1;

answerCalls(createPackModel(onnx, "wasm"));
