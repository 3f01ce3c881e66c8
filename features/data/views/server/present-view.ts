import type { z } from 'zod'
import { countryName } from '@playhead/domain/countries.ts'
import type { TimelineEvent, ViewColumn } from '@playhead/metrics/view-columns.ts'
import type { ListedView, ViewDetail } from '../contract.ts'
import { decimalFields, flagFields, maybeFlagFields, numberFields, textFields } from '../fields.ts'
import type { ListedRow, StoredView } from './views.sql.ts'

export const presentListedView = (
  row: ListedRow,
  totalRowCount: number,
): z.input<typeof ListedView> => ({
  id: row.view_id,
  country_code: row.country,
  error_type_id: row.error_type_id,
  playback_failure: row.playback_failure,
  player_error_code: row.player_error_code,
  player_error_message: row.player_error_message,
  total_row_count: totalRowCount,
  video_title: row.video_title,
  view_end: row.view_end,
  view_start: row.view_start,
  viewer_application_name: row.browser,
  viewer_experience_score: row.viewer_experience_score,
  viewer_os_family: row.operating_system,
  watch_time: row.watch_time,
})

type Fields = Record<string, ViewColumn>
type Present<F extends Fields, Value> = { [Field in keyof F]: Value }

/** One group of fields, with the values of their columns. */
const present = <F extends Fields, Value>(
  fields: F,
  valueOf: (column: ViewColumn) => unknown,
): Present<F, Value> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, column]) => [field, valueOf(column)]),
  ) as Present<F, Value>

/** Clients that expect a numeric environment id get a stable one that fits into a safe integer. */
const numberOfEnvironment = (environmentId: string) =>
  Number.parseInt(environmentId.replaceAll('-', '').slice(0, 12), 16)

/** For example `5:07pm UTC`. */
const shortTime = (iso: string) => {
  const at = new Date(iso)
  const hour = at.getUTCHours()
  const minute = String(at.getUTCMinutes()).padStart(2, '0')
  return `${hour % 12 || 12}:${minute}${hour < 12 ? 'am' : 'pm'} UTC`
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ')
const onPlatform = (application: string, system: string) =>
  application && system ? `${application} on ${system}` : application || system || null

/** Players report it as a flag or as the preload mode of the element. */
const preloads = (mode: string | null) =>
  mode !== null && !['', 'false', '0', 'none'].includes(mode.toLowerCase())

const isNumber = (value: unknown) => typeof value === 'number'
const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** For imported views, the timeline is only known to be a list. */
const isEvent = (item: unknown): item is TimelineEvent => {
  if (!isObject(item)) return false
  const { name, viewer_time, event_time, playback_time, details } = item as Partial<TimelineEvent>
  return (
    typeof name === 'string' &&
    isNumber(viewer_time) &&
    isNumber(event_time) &&
    isNumber(playback_time ?? 0) &&
    isObject(details)
  )
}

/** An event before the first known playhead gets the last known position, initially 0. */
const presentEvents = (timeline: string) => {
  let playhead = 0
  return (JSON.parse(timeline) as unknown[]).filter(isEvent).map((event) => {
    playhead = event.playback_time ?? playhead
    return {
      name: event.name,
      viewer_time: event.viewer_time,
      event_time: event.event_time,
      playback_time: playhead,
      details: event.details,
    }
  })
}

/** Avoids exponent notation. */
const decimalText = (value: number) => {
  const text = String(value)
  return text.includes('e-') ? value.toFixed(20).replace(/0+$/, '') : text
}

export const presentView = (row: StoredView): z.input<typeof ViewDetail> => {
  const asIs = (column: ViewColumn) => row[column]
  const asDecimal = (column: ViewColumn) => {
    const value = row[column] as number | null
    return value === null ? null : decimalText(value)
  }
  return {
    ...present<typeof textFields, string | null>(textFields, asIs),
    ...present<typeof numberFields, number | null>(numberFields, asIs),
    ...present<typeof decimalFields, string | null>(decimalFields, asDecimal),
    ...present<typeof flagFields, boolean>(flagFields, asIs),
    ...present<typeof maybeFlagFields, boolean | null>(maybeFlagFields, asIs),
    id: row.view_id,
    view_id: row.view_id,
    environment_id: row.environment_id,
    property_id: numberOfEnvironment(row.environment_id),
    view_start: row.view_start,
    view_end: row.view_end,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    short_time: shortTime(row.view_start),
    mux_api_version: row.mux_api_version ?? '',
    mux_viewer_id: row.mux_viewer_id ?? '',
    session_id: row.session_id ?? '',
    country_name: row.country && countryName(row.country),
    metro: null,
    platform_description: onPlatform(
      joined(row.browser, row.browser_version),
      joined(row.operating_system, row.operating_system_version),
    ),
    platform_summary: onPlatform(row.browser ?? '', row.operating_system ?? ''),
    player_autoplay: row.player_autoplay ?? false,
    player_preload: preloads(row.player_preload),
    video_cdn_trace: row.video_cdn_trace,
    events: presentEvents(row.timeline),
  }
}
