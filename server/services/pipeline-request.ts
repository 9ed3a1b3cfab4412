/** A run of a pipeline, as a client asks for it. */
export interface PipelineRequest {
  readonly folderId: string;
  /** As it was listed; unchecked. */
  readonly pipeline: Readonly<Record<string, unknown>>;
  /** Unchecked. */
  readonly pipelineParams: Readonly<Record<string, unknown>> | undefined;
  readonly forceTranscoded: boolean;
}
