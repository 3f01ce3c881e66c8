import type { ViewDetail } from '../../use-views.ts'

/** VIEW-015: an event of the view on its time axis. */
export interface ReplayEvent {
  sequenceNumber: number
  name: string
  /** Milliseconds since the start of the view; negative before it. */
  at: number
  /** Milliseconds into the video. */
  position: number
  details: Readonly<Record<string, unknown>>
  /** Whether the event is an error that ended the playback, as far as is known. */
  isFatal: boolean
}

export type RecordedView = Pick<
  ViewDetail,
  'viewStart' | 'viewEnd' | 'events' | 'playbackFailure' | 'playbackBusinessException'
>

/** The zero of the time axis, by the clock of the player. */
export const originOf = ({ viewStart, events }: RecordedView) => {
  const anchor = events.find(({ name }) => name === 'viewstart') ?? events[0]
  const startMs = Date.parse(viewStart)
  return anchor ? startMs + anchor.viewerTime - anchor.eventTime : startMs
}

/** For an error that was stored without details, the view tells whether playback failed. */
const endsPlayback = (view: RecordedView, details: ReplayEvent['details']) =>
  Object.keys(details).length > 0
    ? details.player_error_severity !== 'warning'
    : view.playbackFailure || view.playbackBusinessException

/** In order of sequence; when a clock was set back, the time stays at the latest so far. */
export const replayEvents = (view: RecordedView): ReplayEvent[] => {
  const origin = originOf(view)
  let latest = Number.NEGATIVE_INFINITY
  return view.events.map(({ name, viewerTime, playbackTime, details }, sequenceNumber) => {
    latest = Math.max(latest, viewerTime - origin)
    const isFatal = name === 'error' && endsPlayback(view, details)
    return { sequenceNumber, name, at: latest, position: playbackTime, details, isFatal }
  })
}

export const textDetail = ({ details }: ReplayEvent, key: string) => {
  const value = details[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const numberDetail = ({ details }: ReplayEvent, key: string) => {
  const value = details[key]
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
