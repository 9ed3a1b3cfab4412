/** Reads the tables of a video; if it is on another machine, only the parts that contain them. */
import type { Ports } from "../../ports/index.ts";
import type { FileRecord } from "../../ports/records.ts";
import type { VideoFacts } from "../../ports/video-probe.ts";
import { type ContentPorts, openContent, withStoredFiles } from "./open-content.ts";

/** @throws VideoProbeError, ContentLostError, MediaChangedError */
export async function probeContent(
  ports: ContentPorts & Pick<Ports, "videoProbe">,
  file: FileRecord,
): Promise<VideoFacts> {
  const { isLocal, size, read, withLocalFile } = await openContent(ports, file);
  const { videoProbe } = ports;
  if (isLocal) return await withLocalFile((path) => videoProbe.probe(path));
  return await withStoredFiles(ports, [file], () => videoProbe.probe({ size, read }));
}
