/** The media of datasets, and pictures made of them. */
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import { ChipService } from "./chip.service.ts";
import { MediaAddressService } from "./media-address.service.ts";
import { MediaService } from "./media.service.ts";
import { ThumbnailService } from "./thumbnail.service.ts";
import { TileService } from "./tile.service.ts";

export interface MediaServices {
  readonly chips: ChipService;
  readonly media: MediaService;
  readonly mediaAddresses: MediaAddressService;
  readonly thumbnails: ThumbnailService;
  readonly tiles: TileService;
}

export function createMediaServices(ports: Ports, access: AccessService): MediaServices {
  const media = new MediaService(ports, access);
  const tiles = new TileService(ports, access);
  return {
    chips: new ChipService(ports, { access, media, tiles }),
    media,
    mediaAddresses: new MediaAddressService(ports, media),
    thumbnails: new ThumbnailService(ports, { access, media, tiles }),
    tiles,
  };
}
