import { type CamelOutput, toCamel } from '@playhead/contract-kit/case-seam.ts'
import {
  formatDuration,
  formatLength,
  formatNumber,
  unknownValue,
} from '@playhead/domain/format.ts'
import { Asset as AssetSchema } from '../contract.ts'

export type Asset = CamelOutput<typeof AssetSchema>
export type Track = NonNullable<Asset['tracks']>[number]
export type StaticRendition = NonNullable<Asset['staticRenditions']>['files'][number]
export type PlaybackId = NonNullable<Asset['playbackIds']>[number]

/** ASST-010: only events report a deleted asset; it can no longer be read. */
export type AssetState = Asset['status'] | 'deleted'

/** Files are missing in storage, so the asset must not look healthy. */
export const missesFiles = ({ errors }: Asset) => errors?.type === 'missing_files'

/** Events hold times as numbers; the API as text. */
export const assetOfEvent = (data: Record<string, unknown>): Asset =>
  toCamel(AssetSchema, { ...data, created_at: String(data['created_at']) })

/** ASST-005 */
export const titleOf = ({ meta, id }: Asset) => meta?.title || id

export const createdAtOf = ({ createdAt }: Asset) => Number(createdAt) * 1000

/** ASST-010 */
export const isAudioOnly = ({ resolutionTier }: Asset) => resolutionTier === 'audio-only'

export const durationText = (seconds: number | undefined) => {
  if (seconds === undefined) return unknownValue
  return seconds < 1 ? formatDuration(seconds * 1000) : formatLength(seconds * 1000)
}

const sizeOf = (asset: Asset) => {
  const picture = asset.tracks?.find(({ type }) => type === 'video')
  const { maxWidth: width, maxHeight: height } = picture ?? {}
  return width !== undefined && height !== undefined ? { width, height } : undefined
}

export const resolutionText = (asset: Asset) => {
  if (isAudioOnly(asset)) return 'Audio only'
  const size = sizeOf(asset)
  return size ? `${size.width} × ${size.height}` : (asset.resolutionTier ?? unknownValue)
}

/** The API shows a variable rate as a negative one. */
export const rateText = (framesPerSecond: number | undefined) =>
  framesPerSecond === undefined || framesPerSecond < 0
    ? unknownValue
    : `${formatNumber(framesPerSecond, 2).replace(/\.?0+$/, '')} fps`

/** Prefers a public id, which needs no token. */
export const shownPlaybackId = ({ playbackIds = [] }: Asset): PlaybackId | undefined =>
  playbackIds.find(({ policy }) => policy === 'public') ??
  playbackIds.find(({ policy }) => policy === 'signed')

/** Ids of assets without a public id: their pictures need a token of the server. */
export const signedIdsOf = (assets: readonly Asset[]) =>
  assets.flatMap((asset) => {
    const shown = shownPlaybackId(asset)
    return shown?.policy === 'signed' ? [shown.id] : []
  })

const isPending = (status: string | undefined) => status === 'preparing' || status === 'pending'

/** Whether the asset can still change without an action of the user. */
export const isUnderWay = (asset: Asset) =>
  [
    asset.status,
    asset.staticRenditions?.status,
    asset.master?.status,
    asset.shots?.status,
    ...(asset.tracks ?? []).map(({ status }) => status),
  ].some(isPending)

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB']

export const bytesText = (bytes: number | undefined) => {
  if (bytes === undefined || !Number.isFinite(bytes)) return unknownValue
  const step = bytes < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${byteUnits[step]}`
}

export const minutesText = (minutes: number | undefined) => {
  if (minutes === undefined) return unknownValue
  return `${minutes.toFixed(minutes >= 100 ? 0 : minutes >= 10 ? 1 : 2)} min`
}
