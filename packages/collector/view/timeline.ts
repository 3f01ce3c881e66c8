import type { TimelineEvent } from '@playhead/metrics/view-columns.ts'
import { cutText } from '../beacon/cut-text.ts'
import { numberOf } from '../beacon/read-value.ts'
import type { ArrivedEvent, FieldValue } from '../player-event.ts'
import { isTimeKnown } from './server-time.ts'

const mostItems = 500
/** Streams load a segment every few seconds; failed and cancelled requests are all kept. */
const mostCompletedRequests = 40
const detailLength = 512

const rendition = [
  'video_source_bitrate',
  'video_source_width',
  'video_source_height',
  'video_source_fps',
  'video_source_codec',
  'video_source_rendition_name',
]
const request = [
  'request_type',
  'request_url',
  'request_hostname',
  'request_id',
  'request_start',
  'request_response_start',
  'request_response_end',
  'request_bytes_loaded',
  'request_labeled_bitrate',
]
const ad = ['ad_type', 'ad_id', 'ad_creative_id', 'ad_universal_id']
const error = [
  'player_error_code',
  'player_error_message',
  'player_error_context',
  'player_error_severity',
  'player_error_business_exception',
]

const detailKeys: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    renditionchange: rendition,
    error,
    cdnchange: ['video_cdn', 'video_previous_cdn'],
    playbackmodechange: ['player_playback_mode', 'player_playback_mode_data'],
    networkchange: ['viewer_connection_type', 'viewer_connection_low_data_mode'],
    texttrackchange: [
      'player_text_track_enabled',
      'player_text_track_type',
      'player_text_track_format',
      'player_text_track_name',
      'player_text_track_language',
    ],
    audiotrackchange: [
      'player_audio_track_enabled',
      'player_audio_track_name',
      'player_audio_track_language',
      'player_audio_track_codec',
    ],
    requestcompleted: request,
    requestfailed: [...request, 'request_error', 'request_error_code', 'request_error_text'],
    requestcanceled: [...request, 'request_cancel'],
    rebufferend: ['view_rebuffer_count', 'view_rebuffer_duration'],
    seeked: ['view_seek_count', 'view_seek_duration'],
    adbreakstart: ['ad_type'],
    adrequest: [...ad, 'ad_tag_url'],
    adresponse: [...ad, 'ad_asset_url'],
    adplay: ad,
    adplaying: ad,
    adpause: ad,
    adended: ad,
    aderror: [...ad, ...error],
  }),
)

const noDetails: TimelineEvent['details'] = Object.freeze({})

function detailsOf(event: ArrivedEvent): TimelineEvent['details'] {
  const keys = detailKeys.get(event.name)
  if (!keys) return noDetails
  const details: TimelineEvent['details'] = {}
  for (const key of keys) {
    const value: FieldValue | undefined = event.fields[key]
    if (value === undefined || typeof value === 'object') continue
    details[key] = typeof value === 'string' ? cutText(value, detailLength) : value
  }
  return details
}

/** The beginning and the end say most: excess entries are removed from the middle. */
function makeRoom(timeline: TimelineEvent[], name: string): void {
  if (timeline.length >= mostItems) timeline.splice(mostItems / 2, 1)
  if (name !== 'requestcompleted') return
  let completed = 0
  let middle = -1
  for (let at = 0; at < timeline.length; at += 1) {
    if (timeline[at]?.name !== name) continue
    completed += 1
    if (completed === mostCompletedRequests / 2) middle = at
  }
  if (completed >= mostCompletedRequests) timeline.splice(middle, 1)
}

/** Converts the player times of a timeline to server time. */
export const timelineAt = (
  timeline: readonly TimelineEvent[],
  toServer: (time: number) => number,
): TimelineEvent[] =>
  timeline.map((item) => ({ ...item, event_time: Math.round(toServer(item.event_time)) }))

/** Heartbeats only say that nothing happened. */
export const noteInTimeline = (
  timeline: TimelineEvent[],
  event: ArrivedEvent,
  /** Player clock: the offset is only final after the last request. */
  time: number,
): void => {
  if (event.name === 'hb') return
  makeRoom(timeline, event.name)
  timeline.push({
    name: event.name,
    viewer_time: event.viewerTime,
    event_time: time,
    playback_time: numberOf(event.fields.player_playhead_time),
    details: isTimeKnown(event) ? detailsOf(event) : { ...detailsOf(event), time_unknown: true },
  })
}
