import type { FieldValue } from '../player-event.ts'
import { contentChange } from './content-change.ts'
import type { CmcdReport } from './read-report.ts'
import { fieldsOf } from './report-fields.ts'

/** Player state that a report of another kind also carries; used as if it had its own report. */
export const stateField = 'cmcd_state'

interface NamedEvent {
  name: string
  fields: Record<string, FieldValue>
}

const states: ReadonlyMap<string, string> = new Map(
  Object.entries({
    s: 'play',
    p: 'playing',
    k: 'seeking',
    r: 'rebufferstart',
    a: 'pause',
    w: 'waiting',
    e: 'ended',
    f: 'error',
    q: 'viewend',
    d: 'loadstart',
  }),
)

const events: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bc: 'renditionchange',
    c: contentChange,
    pr: 'ratechange',
    abs: 'adbreakstart',
    abe: 'adbreakend',
    as: 'adplaying',
    ae: 'adended',
    b: 'playbackmodechange',
    pe: 'playbackmodechange',
    pc: 'playbackmodechange',
    h: 'cdnchange',
    e: 'error',
  }),
)

const requestTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    m: 'manifest',
    a: 'audio',
    v: 'video',
    av: 'media',
    i: 'video_init',
    c: 'subtitle',
    tt: 'subtitle',
    k: 'encryption',
  }),
)

/** Uses the event names of players with our SDK, so that one fold handles both. */
export const eventOfReport = (report: CmcdReport): NamedEvent => {
  const event = report.texts.get('e') ?? 't'
  const state = report.texts.get('sta') ?? ''
  const fields = fieldsOf(report)
  const stateName = states.get(state)
  if (event !== 'ps' && stateName !== undefined) fields[stateField] = stateName
  if (event === 'rr')
    return { name: requestName(report), fields: { ...fields, ...request(report) } }
  const name = event === 'ps' ? (stateName ?? 'hb') : (events.get(event) ?? 'hb')
  if (name === 'error') return { name, fields: { ...fields, ...error(report, state) } }
  if (name === 'playbackmodechange')
    return { name, fields: { ...fields, player_playback_mode: playbackMode(event, report) } }
  return { name: name === 'cdnchange' && !report.present.has('cdn') ? 'hb' : name, fields }
}

function playbackMode(event: string, report: CmcdReport): string {
  if (event === 'b') return report.flags.has('bg') ? 'background' : 'standard'
  return event === 'pe' ? 'fullscreen' : 'standard'
}

/** Only the fatal state tells the severity of an error; otherwise the state of the view decides. */
function error(report: CmcdReport, state: string): Record<string, FieldValue> {
  const [code, ...more] = report.errorCodes
  return {
    ...(code === undefined ? {} : { player_error_code: code }),
    ...(more.length > 0 ? { player_error_message: more.join(', ') } : {}),
    ...(state === 'f' ? { player_error_severity: 'fatal' } : {}),
  }
}

function requestName(report: CmcdReport): string {
  const code = report.numbers.get('rc')
  return code === undefined || (code >= 200 && code < 400) ? 'requestcompleted' : 'requestfailed'
}

function request(report: CmcdReport): Record<string, FieldValue> {
  const start = report.numbers.get('ts')
  const url = report.texts.get('url')
  const code = report.numbers.get('rc')
  const fields: Record<string, FieldValue> = {}
  if (url !== undefined && URL.canParse(url)) {
    const { origin, pathname, host } = new URL(url)
    // Query strings of media URLs hold secrets.
    fields['request_url'] = `${origin}${pathname}`
    fields['request_hostname'] = host
  }
  const type = requestTypes.get(report.texts.get('ot') ?? '')
  if (type !== undefined) fields['request_type'] = type
  if (start !== undefined) fields['request_start'] = start
  for (const [key, name] of [
    ['ttfb', 'request_response_start'],
    ['ttlb', 'request_response_end'],
  ] as const) {
    const step = stepOf(report, key)
    if (start !== undefined && step !== null) fields[name] = start + step
  }
  if (code !== undefined && requestName(report) === 'requestfailed')
    fields['request_error_code'] = code
  return fields
}

const longestRequestMs = 3_600_000

/** Some players send a Unix timestamp where the time since the start of the request belongs. */
export const stepOf = (report: CmcdReport, key: 'ttfb' | 'ttlb'): number | null => {
  const step = report.numbers.get(key)
  return step !== undefined && step >= 0 && step <= longestRequestMs ? step : null
}
