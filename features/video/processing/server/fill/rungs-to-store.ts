import type { AssetRow } from '@playhead/features/video/assets/server'
import type { MediaMap, Rung } from '@playhead/media/media-map.ts'
import type { App } from '@playhead/server-kit/app.ts'

/** Until it is stored, the best rendition is missing: it goes before work that only saves time later. */
export const isUrgent = ({ name, isOnDemand }: Rung) => name === 'source' && !isOnDemand

const area = ({ width, height }: Rung) => width * height

/** A source that cannot be cut in place, or is remote, is copied first; then the cheapest rungs. */
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

/**
 * Which rungs are encoded in one run, which decodes the source once. Larger ones need gigabytes each, and a copy no encoder: they are
 * made alone.
 */
export const rungGroups = (rungs: readonly Rung[]): Rung[][] => {
  const isShared = ({ name, isOnDemand }: Rung) => name !== 'source' && isOnDemand
  const shared = rungs.filter(isShared)
  const first = rungs.findIndex(isShared)
  return rungs.flatMap((rung, place) =>
    !isShared(rung) ? [[rung]] : place === first ? [shared] : [],
  )
}
