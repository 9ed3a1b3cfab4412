/** The thread that runs detector packs: WebAssembly, on one processor. */
import * as onnx from "onnxruntime-web/wasm";
import wasmUrl from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";

import { answerCalls } from "../base/worker-answers.ts";
import { createPackModel } from "./pack-model.ts";

onnx.env.wasm.wasmPaths = { wasm: wasmUrl };
// Pages have no memory to share between threads unless they are isolated from other sites, which linked media rule out.
onnx.env.wasm.numThreads = 1;

answerCalls(createPackModel(onnx));
