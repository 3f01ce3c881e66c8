import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensionIds, dimensions } from '@playhead/metrics/dimensions.ts'

/** Dimensions that result from how a view went, rather than cause it. */
const consequences: ReadonlySet<DimensionId> = new Set<DimensionId>([
  'error_type_id',
  'view_dropped_frame_count',
  'video_codec',
  'audio_codec',
  'video_dynamic_range_type',
  'video_encoding_variant',
])

/** Preferred when several values explain the same views: a CDN is more actionable than its host name. */
const plainest: readonly DimensionId[] = [
  'cdn',
  'country',
  'player_version',
  'browser',
  'operating_system',
  'viewer_device_category',
  'player_name',
  'stream_type',
  'video_title',
  'viewer_connection_type',
  'continent_code',
  'asn_name',
  'region',
  'browser_version',
]

/** Numbers other than the network number describe how a view went; lists repeat what their first value says. */
export const isCause = (id: DimensionId): boolean => {
  const { valueKind }: Dimension = dimensions[id]
  if (consequences.has(id) || valueKind === 'list') return false
  return valueKind !== 'number' || id === 'asn'
}

export const simplestFirst = (ids: readonly DimensionId[]): DimensionId[] => {
  return ids.toSorted((a, b) => rank(a) - rank(b))
}

function rank(id: DimensionId): number {
  const place = plainest.indexOf(id)
  return place < 0 ? plainest.length + dimensionIds.indexOf(id) : place
}
