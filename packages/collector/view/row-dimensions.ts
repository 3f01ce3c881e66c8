import type { RequestContext } from '@playhead/enrichment/request-context.ts'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { flagOf, numberOf, positiveOf, textOf } from '../beacon/read-value.ts'
import { deviceKeys, textKeys } from './dimension-keys.ts'
import { hostedIds } from './hosted-ids.ts'
import { placeOfRelativeSource } from './source-place.ts'
import type { ViewState } from './view-state.ts'

const dimensionLength = 1_024
const greatestCount = 4_294_967_295

export const countOf = (number: number | null): number | null =>
  number === null ? null : Math.min(Math.max(0, Math.round(number)), greatestCount)

type Devices = { -readonly [C in keyof typeof deviceKeys]: string | null }

function textAt(state: ViewState, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = textOf(state.values.get(key))
    if (text !== null)
      return text.length > dimensionLength ? text.slice(0, dimensionLength).toWellFormed() : text
  }
  return null
}

function textsOf<Column extends string>(
  state: ViewState,
  keys: Readonly<Record<Column, readonly string[]>>,
): Record<Column, string | null> {
  const texts = {} as Record<Column, string | null>
  for (const column in keys) texts[column] = textAt(state, keys[column])
  return texts
}

const contextOfDevice = {
  viewer_device_category: 'device_category',
  viewer_device_manufacturer: 'device_manufacturer',
  viewer_device_name: 'device_name',
  viewer_device_model: 'device_model',
  operating_system: 'operating_system',
  operating_system_version: 'operating_system_version',
  viewer_os_architecture: 'os_architecture',
  browser: 'browser',
  browser_version: 'browser_version',
  viewer_application_engine: 'browser_engine',
} as const satisfies Record<keyof typeof deviceKeys, keyof RequestContext>

function devicesOf(state: ViewState): Devices {
  const devices: Partial<Devices> = {}
  for (const column of Object.keys(deviceKeys) as (keyof Devices)[])
    devices[column] = deviceColumn(state, column)
  return devices as Devices
}

export const textColumn = (state: ViewState, column: keyof typeof textKeys): string | null =>
  textAt(state, textKeys[column])

export const deviceColumn = (state: ViewState, column: keyof typeof deviceKeys): string | null =>
  textAt(state, deviceKeys[column]) ?? state.context[contextOfDevice[column]]

export const streamTypeOf = (state: ViewState): string | null => {
  const said = textAt(state, ['video_stream_type'])
  if (said !== null) return said
  const isLive =
    flagOf(state.values.get('video_source_is_live')) ?? flagOf(state.values.get('video_is_live'))
  return isLive === null ? null : isLive ? 'live' : 'on-demand'
}

export const isLiveView = (state: ViewState): boolean =>
  streamTypeOf(state)?.toLowerCase() === 'live'

/** Zero pixels or bits mean that the player does not know them. */
const knownCount = (state: ViewState, key: string): number | null =>
  countOf(positiveOf(state.values.get(key))) || null

function initialOf(state: ViewState, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = textOf(state.initial.get(key))
    if (text !== null) return text.slice(0, dimensionLength)
  }
  return null
}

const initialCount = (state: ViewState, key: string): number | null =>
  countOf(positiveOf(state.initial.get(key))) || null

function sourceOf(state: ViewState) {
  const at = (key: string) => positiveOf(state.values.get(key))
  return {
    video_duration: countOf(at('video_duration')),
    player_source_duration:
      countOf(at('video_source_duration') || at('player_source_duration')) || null,
    video_source_width: knownCount(state, 'video_source_width'),
    video_source_height: knownCount(state, 'video_source_height'),
    video_source_bitrate: knownCount(state, 'video_source_bitrate'),
    video_source_fps: at('video_source_fps') || null,
    video_source_width_initial: initialCount(state, 'video_source_width'),
    video_source_height_initial: initialCount(state, 'video_source_height'),
    video_source_bitrate_initial: initialCount(state, 'video_source_bitrate'),
    video_source_fps_initial: positiveOf(state.initial.get('video_source_fps')),
    video_codec_initial: initialOf(state, textKeys.video_codec),
    audio_codec_initial: initialOf(state, textKeys.audio_codec),
    video_dynamic_range_type_initial: initialOf(state, textKeys.video_dynamic_range_type),
    video_cdn_trace: [...state.cdns],
  }
}

function playerOf(state: ViewState) {
  const flagAt = (key: string) => flagOf(state.values.get(key))
  const rate = numberOf(state.values.get('mux_sample_rate'))
  return {
    player_autoplay: flagAt('player_autoplay_on') ?? flagAt('video_is_autoplay'),
    player_remote_played: flagAt('player_remote_played'),
    player_width: knownCount(state, 'player_width'),
    player_height: knownCount(state, 'player_height'),
    player_instance_id: state.playerInstanceId === '' ? null : state.playerInstanceId,
    player_view_count: countOf(positiveOf(state.values.get('player_view_count'))),
    used_captions: state.usedCaptions,
    used_pip: state.usedPip,
    used_fullscreen: state.usedFullscreen,
    time_shift_enabled: state.usedTimeShift,
    is_sampled: rate !== null && rate < 1,
    sample_rate: rate,
  }
}

function placeOf({ context }: ViewState) {
  return {
    viewer_user_agent: context.user_agent,
    bot_class: context.bot_class,
    continent_code: context.continent_code,
    country: context.country,
    region: context.region,
    city: context.city,
    latitude: context.latitude,
    longitude: context.longitude,
    asn: context.asn,
    asn_name: context.asn_name,
    ip_prefix: context.ip_prefix,
  }
}

export const viewHasAd = (state: ViewState): boolean =>
  state.ads.hasAny || flagOf(state.values.get('view_has_ad')) === true

/** The columns for viewer, content, place and device: everything except how playback went. */
export const dimensionsOf = (state: ViewState) => {
  return {
    ...textsOf(state, textKeys),
    ...placeOfRelativeSource(state),
    ...devicesOf(state),
    ...sourceOf(state),
    ...playerOf(state),
    ...placeOf(state),
    ...hostedIds(state),
    stream_type: streamTypeOf(state),
    view_has_ad: viewHasAd(state),
    source_protocol: state.source,
  } satisfies Partial<ViewRow>
}
