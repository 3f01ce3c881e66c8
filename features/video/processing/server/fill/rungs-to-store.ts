import type { AssetRow } from '@playhead/features/video/assets/server'
import type { MediaMap, Rung } from '@playhead/media/media-map.ts'
import type { App } from '@playhead/server-kit/app.ts'

/** Until it is stored, the best quality is missing: nothing that only saves work later goes before it. */
export const isUrgent = ({ name, isOnDemand }: Rung) => name === 'source' && !isOnDemand

const area = ({ width, height }: Rung) => width * height

/** What cannot be cut in place, or is far away, is copied first; then the cheapest. */
export const rungsToStore = (
  { settings }: Pick<App, 'settings'>,
  { video }: MediaMap,
  quality: AssetRow['video_quality'],
  stored: readonly string[] = [],
) => {
  const isFar = settings.s3 !== undefined
  const missing = (video?.rungs ?? []).filter(({ name }) => !stored.includes(name))
  const copied = missing.filter(
    ({ name, isOnDemand }) => name === 'source' && (isFar || !isOnDemand),
  )
  const encoded = quality === 'basic' ? [] : missing.filter(({ name }) => name !== 'source')
  return [...copied, ...encoded.toSorted((one, other) => area(one) - area(other))]
}
