/** Generated from schemas/json by `npm run generate`: do not edit. */
import type {
  AnnotationDocument,
  AttributeDefinition,
  DatasetConfiguration,
  DatasetFacts,
  Group,
  ModelPack,
  ProjectConfiguration,
  ReleaseManifest,
  StereoCalibration,
  Track,
} from "./types.ts";

export interface ValidationError {
  instancePath: string;
  keyword: string;
  message?: string;
  params: Record<string, unknown>;
}
interface Validator<T> {
  (value: unknown): value is T;
  errors?: ValidationError[] | null;
}
export declare const annotationDocument: Validator<AnnotationDocument>;
export declare const attribute: Validator<AttributeDefinition>;
export declare const datasetConfiguration: Validator<DatasetConfiguration>;
export declare const datasetFacts: Validator<DatasetFacts>;
export declare const group: Validator<Group>;
export declare const modelPack: Validator<ModelPack>;
export declare const projectConfiguration: Validator<ProjectConfiguration>;
export declare const releaseManifest: Validator<ReleaseManifest>;
export declare const stereoCalibration: Validator<StereoCalibration>;
export declare const track: Validator<Track>;
