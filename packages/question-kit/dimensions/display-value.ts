import { cdnName } from '@playhead/domain/cdns.ts'
import { continentName } from '@playhead/domain/continents.ts'
import { countryName } from '@playhead/domain/countries.ts'
import { formatAsn, formatLength, formatNumber, formatWithUnit } from '@playhead/domain/format.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'

const unknownText = 'Unknown'
const emptyText = 'Empty'

const flags: Record<string, string> = { true: 'Yes', false: 'No' }

type Text = (value: string) => string

const numeric =
  (format: (value: number) => string): Text =>
  (value) =>
    Number.isFinite(Number(value)) ? format(Number(value)) : value

const pixels = numeric((value) => `${value} px`)
const rate = numeric((value) => `${Number(value.toFixed(3))} fps`)
const bitrate = numeric((value) => formatWithUnit(value / 1e6, 'mbps', 2))
const duration = numeric((value) => formatLength(value))
const degrees = numeric((value) => `${value}°`)

/** Codes that players and networks report, as people write them. */
const named =
  (names: Readonly<Record<string, string>>): Text =>
  (value) =>
    names[value.toLowerCase()] ?? value

let languages: Intl.DisplayNames | undefined

const languageName: Text = (value) => {
  // The databases of names call it "root".
  if (value === 'und') return 'Unknown language'
  languages ??= new Intl.DisplayNames('en-US', { type: 'language' })
  try {
    return languages.of(value) ?? value
  } catch {
    return value
  }
}

const drmName = named({
  clearkey: 'ClearKey',
  fairplay: 'FairPlay',
  none: 'None',
  playready: 'PlayReady',
  widevine: 'Widevine',
})

const texts: Partial<Record<DimensionId, Text>> = {
  country: countryName,
  continent_code: continentName,
  asn: formatAsn,
  cdn: cdnName,
  page_type: named({ watchpage: 'Watch page', iframe: 'Embedded page' }),
  player_language: languageName,
  player_playback_mode: named({
    fullscreen: 'Fullscreen',
    inline: 'Inline',
    mini: 'Mini player',
    pip: 'Picture-in-picture',
    standard: 'Standard',
  }),
  player_preload: named({ auto: 'Automatic', metadata: 'Metadata', none: 'None' }),
  video_language: languageName,
  view_drm_type: drmName,
  stream_type: named({ live: 'Live', 'on-demand': 'On-demand' }),
  viewer_connection_type: named({ cellular: 'Cellular', wifi: 'Wi-Fi', wired: 'Wired' }),
  viewer_device_category: named({
    console: 'Console',
    desktop: 'Desktop',
    phone: 'Phone',
    tablet: 'Tablet',
    tv: 'TV',
  }),
  latitude: degrees,
  longitude: degrees,
  player_width: pixels,
  player_height: pixels,
  video_source_width: pixels,
  video_source_width_initial: pixels,
  video_source_height: pixels,
  video_source_height_initial: pixels,
  video_source_fps: rate,
  video_source_fps_initial: rate,
  video_source_bitrate: bitrate,
  video_source_bitrate_initial: bitrate,
  video_duration: duration,
  player_source_duration: duration,
  view_dropped_frame_count: numeric((value) => formatNumber(value)),
}

/** A list such as the CDN trace is stored as `[fastly,akamai]`; its members have no brackets. */
const listText = (value: string) =>
  /^\[.*\]$/s.test(value)
    ? value.slice(1, -1).split(',').map(cdnName).join(' → ') || emptyText
    : cdnName(value)

/** The readable form of a dimension value; the API sends codes, true and false, and null. */
export const displayValue = (id: DimensionId, value: string | null): string => {
  if (value === null) return unknownText
  if (value === '') return emptyText
  const { valueKind }: Dimension = dimensions[id]
  if (valueKind === 'flag') return flags[value] ?? value
  if (valueKind === 'list') return listText(value)
  return texts[id]?.(value) ?? value
}

/** Shown in grey, to distinguish it from a value with that text. */
export const isMissing = (value: string | null): value is null | '' =>
  value === null || value === ''

/** The name in the registry; useDimensions knows the names of an environment's custom dimensions. */
export const dimensionName = (id: DimensionId): string => dimensions[id].title
