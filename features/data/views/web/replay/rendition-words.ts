import { formatWithUnit, unknownValue } from '@playhead/domain/format.ts'
import type { Rendition } from './timeline/renditions.ts'

/** For example `1080p, 5.80 Mbps`; unknown parts are omitted. */
export const renditionWords = (rendition: Rendition | null) => {
  if (!rendition) return unknownValue
  const { name, height, bitrate } = rendition
  const words = [
    name ?? (height === undefined ? undefined : `${height}p`),
    bitrate === undefined ? undefined : formatWithUnit(bitrate / 1e6, 'mbps', 2),
  ]
  return words.filter(Boolean).join(', ') || unknownValue
}

export const renditionDetails = (rendition: Rendition | null) => {
  const { width, height, fps, codec } = rendition ?? {}
  return [
    width !== undefined && height !== undefined && `${width} × ${height}`,
    fps !== undefined && `${Number(fps.toFixed(3))} fps`,
    codec,
  ]
    .filter(Boolean)
    .join(', ')
}
