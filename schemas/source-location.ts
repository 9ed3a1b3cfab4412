/** How a client names a media source: a path on the server or `s3://BUCKET/PREFIX`, as parameters of api/v1. */

type SourceParameters =
  | { readonly type: 0; readonly root: string }
  | { readonly type: 2; readonly bucket: string; readonly prefix: string }
  | { readonly type: 2; readonly root: string };

export function sourceParameters(location: string): SourceParameters {
  const [, bucket, prefix = ""] = /^s3:\/\/([^/?]+)\/?([^?]*)$/i.exec(location) ?? [];
  if (bucket !== undefined) return { type: 2, bucket, prefix };
  // With settings of the bucket, such as `?endpoint=`, the server reads it.
  return /^s3:/i.test(location) ? { type: 2, root: location } : { type: 0, root: location };
}
