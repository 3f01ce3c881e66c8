import type { FieldValue } from '../player-event.ts'
import { statedLatencyField } from '../view/live-latency.ts'
import { starvedField } from '../view/own-clock.ts'
import type { CmcdKey } from './keys.ts'
import type { CmcdReport } from './read-report.ts'

type Fields = Record<string, FieldValue>

const mimeTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    d: 'application/dash+xml',
    h: 'application/vnd.apple.mpegurl',
    s: 'application/vnd.ms-sstr+xml',
  }),
)

/** Metadata without a CMCD key uses custom keys: `playhead-video-title` is video_title. */
const ownPrefix = 'playhead-'
/** The page must not set the identity, place and time of an event. */
const reserved =
  /^(?:event|env_key|view_id|viewer_time|view_sequence_number|player_sequence_number|player_instance_id)$/

export const fieldsOf = (report: CmcdReport): Fields => {
  const fields: Fields = {}
  const put = (name: string, value: FieldValue | undefined) => {
    if (value !== undefined && value !== null) fields[name] = value
  }
  put('video_id', report.texts.get('cid'))
  put('view_session_id', report.texts.get('sid'))
  put('video_cdn', report.texts.get('cdn'))
  put('video_source_hostname', report.texts.get('h'))
  put('video_source_mime_type', mimeTypes.get(report.texts.get('sf') ?? ''))
  put('video_stream_type', streamType(report.texts.get('st')))
  put('player_playhead_time', report.numbers.get('pt'))
  // A response report repeats the keys of its request: dash.js would report a second start.
  if (report.texts.get('e') !== 'rr') put('view_time_to_first_frame', report.numbers.get('msd'))
  put('view_dropped_frame_count', report.numbers.get('dfa'))
  put('view_rebuffer_count', greatest(report, 'bsa'))
  put('view_rebuffer_duration', greatest(report, 'bsda'))
  // A response report repeats the keys of its request: the next report carries the value too.
  if (report.texts.get('e') !== 'rr') put(starvedField, starvedMs(report))
  put('video_source_bitrate', bitrate(report))
  if (report.texts.get('e') !== 'rr') put(statedLatencyField, report.numbers.get('ltc'))
  for (const [key, value] of report.custom) {
    const name = key.startsWith(ownPrefix)
      ? key.slice(ownPrefix.length).replaceAll(/[-.]/g, '_').toLowerCase()
      : ''
    if (/^[a-z][a-z0-9_]{0,63}$/.test(name) && !reserved.test(name)) put(name, value)
  }
  return fields
}

function streamType(type: string | undefined): string | undefined {
  if (type === 'v') return 'on-demand'
  return type === 'l' || type === 'll' ? 'live' : undefined
}

/**
 * Bits per second of what is shown: the video track, else a combined track, else the total. Request and response
 * reports describe what is loaded, not shown.
 */
function bitrate(report: CmcdReport): number | undefined {
  if ((report.texts.get('e') ?? 'rr') === 'rr') return undefined
  const list = report.lists.get('br') ?? report.lists.get('ab') ?? []
  const of = (...tracks: (string | null)[]) => list.find(({ track }) => tracks.includes(track))
  const chosen = of('v') ?? of('av') ?? of(null) ?? of('i', 'o')
  return chosen && chosen.value > 0 ? Math.round(chosen.value * 1_000) : undefined
}

/** Reported for each track: a stall may starve all of them or only one, so the greatest value counts. */
function greatest(report: CmcdReport, key: CmcdKey): number | undefined {
  const list = report.lists.get(key) ?? []
  return list.length > 0 ? Math.max(...list.map(({ value }) => value)) : undefined
}

/** Starvation time since the previous report, 0 where its duration is not reported; undefined without starvation. */
function starvedMs(report: CmcdReport): number | undefined {
  const durationMs = greatest(report, 'bsd') ?? 0
  return durationMs > 0 || report.flags.has('bs') ? Math.max(0, durationMs) : undefined
}
