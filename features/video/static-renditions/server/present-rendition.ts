import type { z } from 'zod/mini'
import { renditionResolutions, type ResolutionTier } from '@playhead/domain/video.ts'
import type { StaticRendition } from '@playhead/features/video/assets/contract'
import { tierOf } from '@playhead/media/tiers.ts'
import type { RenditionRow } from './rendition-row.ts'

/** Null is left out of the response. */
const set = <T>(value: T | null): T | undefined => (value === null ? undefined : value)

const renditionTierOf = (
  resolution: string,
  width: number | null,
  height: number | null,
): ResolutionTier | undefined => {
  if (resolution === 'audio-only') return 'audio-only'
  if (width === null || height === null) return undefined
  return tierOf({ width, height })
}

export const presentRendition = (rendition: RenditionRow): z.input<typeof StaticRendition> => ({
  id: rendition.id,
  name: rendition.name,
  ext: rendition.name.endsWith('.m4a') ? 'm4a' : 'mp4',
  status: rendition.status,
  type: rendition.type,
  resolution: renditionResolutions.find((known) => known === rendition.resolution),
  resolution_tier: renditionTierOf(rendition.resolution, rendition.width, rendition.height),
  width: set(rendition.width),
  height: set(rendition.height),
  bitrate: set(rendition.bitrate),
  filesize: rendition.bytes === null ? undefined : String(rendition.bytes),
  passthrough: set(rendition.passthrough),
  error:
    rendition.error_message === null
      ? undefined
      : { type: 'rendition_failed', messages: [rendition.error_message] },
})

/** All files of an asset with their combined state. */
export const presentRenditions = (renditions: readonly RenditionRow[]) => {
  if (renditions.length === 0) return undefined
  const has = (status: RenditionRow['status']) => renditions.some((one) => one.status === status)
  const status = has('preparing')
    ? 'preparing'
    : has('ready')
      ? 'ready'
      : has('errored')
        ? 'errored'
        : 'disabled'
  return { status, files: renditions.map(presentRendition) } as const
}
