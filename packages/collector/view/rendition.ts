import type { SubviewTotal } from '@playhead/metrics/view-columns.ts'
import { cutText } from '../beacon/cut-text.ts'
import { positiveOf, textOf } from '../beacon/read-value.ts'
import type { FieldValue } from '../player-event.ts'

type Values = ReadonlyMap<string, FieldValue>
type Attributes = SubviewTotal['attributes']

export interface Subviews {
  totals: Map<string, SubviewTotal>
  /** Rendition played now; null while unknown. */
  current: SubviewTotal | null
}

const greatestSubviews = 60

export const noSubviews = (): Subviews => ({ totals: new Map(), current: null })

function choose(subviews: Subviews, attributes: Attributes): void {
  if (Object.values(attributes).every((value) => value === null)) {
    subviews.current = null
    return
  }
  const key = JSON.stringify(attributes)
  const known = subviews.totals.get(key)
  if (known) subviews.current = known
  else if (subviews.totals.size < greatestSubviews) {
    subviews.current = { attributes, playing_time: 0 }
    subviews.totals.set(key, subviews.current)
  }
}

export const addPlayed = (subviews: Subviews, playedMs: number): void => {
  if (subviews.current) subviews.current.playing_time += playedMs
}

export const subviewTotals = (subviews: Subviews, scale: number): SubviewTotal[] =>
  [...subviews.totals.values()]
    .map((total) => ({ ...total, playing_time: Math.round(total.playing_time * scale) }))
    .filter((total) => total.playing_time > 0)

/** Zero means that the player does not know it yet. */
const knownNumber = (values: Values, key: string): number | null =>
  positiveOf(values.get(key)) || null

export const chooseRendition = (subviews: Subviews, values: Values): void => {
  choose(subviews, {
    video_source_bitrate: knownNumber(values, 'video_source_bitrate'),
    video_source_width: knownNumber(values, 'video_source_width'),
    video_source_height: knownNumber(values, 'video_source_height'),
    video_source_fps: knownNumber(values, 'video_source_fps'),
    video_source_codec: textOf(values.get('video_source_codec')),
    video_source_rendition_name: textOf(values.get('video_source_rendition_name')),
  })
}

export const choosePlaybackMode = (subviews: Subviews, values: Values): void => {
  const data = textOf(values.get('player_playback_mode_data'))
  choose(subviews, {
    player_playback_mode: textOf(values.get('player_playback_mode')),
    player_playback_mode_data: data === '{}' ? null : data && cutText(data, 512),
  })
}

export interface RenditionChanges {
  /** The player has reported a change: a player that never does may change it unnoticed. */
  isTold: boolean
  bitrate: number | null
  pixels: number | null
  ups: number
  downs: number
  /** Bits played, as bitrate × milliseconds, and the milliseconds with a known bitrate. */
  weighted: number
  weightMs: number
}

export const noChanges = (): RenditionChanges => ({
  isTold: false,
  bitrate: null,
  pixels: null,
  ups: 0,
  downs: 0,
  weighted: 0,
  weightMs: 0,
})

export const weighBitrate = (changes: RenditionChanges, values: Values, playedMs: number): void => {
  const bitrate = knownNumber(values, 'video_source_bitrate')
  if (bitrate === null || playedMs <= 0) return
  changes.weighted += bitrate * playedMs
  changes.weightMs += playedMs
}

/** The rendition before the first change, which players that report only changes do not name. */
export const noteFirstRendition = (changes: RenditionChanges, values: Values): void => {
  changes.bitrate ??= knownNumber(values, 'video_source_bitrate')
}

/** Players repeat the rendition at the start of each view: only a difference is a change. */
export const foldRenditionChange = (
  changes: RenditionChanges,
  values: Values,
  isCounted: boolean,
): void => {
  const bitrate = knownNumber(values, 'video_source_bitrate')
  const width = knownNumber(values, 'video_source_width')
  const height = knownNumber(values, 'video_source_height')
  const pixels = width === null || height === null ? null : width * height
  const byBitrate =
    bitrate === null || changes.bitrate === null ? 0 : Math.sign(bitrate - changes.bitrate)
  const byPixels =
    pixels === null || changes.pixels === null ? 0 : Math.sign(pixels - changes.pixels)
  const direction = byBitrate || byPixels
  changes.bitrate = bitrate ?? changes.bitrate
  changes.pixels = pixels ?? changes.pixels
  changes.isTold ||= bitrate !== null || pixels !== null
  if (!isCounted) return
  if (direction > 0) changes.ups += 1
  if (direction < 0) changes.downs += 1
}
