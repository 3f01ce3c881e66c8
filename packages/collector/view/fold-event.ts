import { cutText } from '../beacon/cut-text.ts'
import { flagOf, numberOf, positiveOf, textOf } from '../beacon/read-value.ts'
import type { ArrivedEvent, FieldValue } from '../player-event.ts'
import { isUndecided, reportsPlaybackContinues } from '../cmcd/error-severity.ts'
import { deriveCmcdEvents } from '../cmcd/derive-events.ts'
import { foldAd, isInAd } from './ads.ts'
import { emptyIsUnknown, keptKeys } from './dimension-keys.ts'
import { foldLiveLatency } from './live-latency.ts'
import { errorOf, noteError } from './note-error.ts'
import { advanceClock } from './own-clock.ts'
import { isPlayIntent, isWatching, nextPhase } from './phase.ts'
import { advancePlayed } from './played-time.ts'
import {
  addPlayed,
  choosePlaybackMode,
  chooseRendition,
  foldRenditionChange,
  noteFirstRendition,
  weighBitrate,
} from './rendition.ts'
import { noteOffset, offsetMs, playerTimeOf } from './server-time.ts'
import { noteInTimeline } from './timeline.ts'
import { longestViewMs } from './view-clock.ts'
import type { ViewState } from './view-state.ts'

const longSilenceMs = 60_000
const dayMs = 86_400_000
const mostCdns = 100
const initialKeys: ReadonlySet<string> = new Set([
  'video_codec',
  'video_source_codec',
  'video_audio_codec',
  'player_audio_track_codec',
  'video_dynamic_range_type',
  'video_source_width',
  'video_source_height',
  'video_source_bitrate',
  'video_source_fps',
])

const fullAfterMs = 600_000

/** Full events come at known times and repeat values that never change; some players repeat part of them at any time. */
function isFull(event: ArrivedEvent, sinceBeforeMs: number): boolean {
  if (event.fields.mux_embed_version === undefined && event.fields.mux_embed === undefined)
    return false
  if (event.name === 'viewstart' || event.name === 'viewend') return true
  return event.viewSequence <= 1 || event.playerSequence <= 1 || sinceBeforeMs >= fullAfterMs
}

/** Folds an event that follows all earlier ones. Sequence numbers define the order, never clocks. */
export const foldEvent = (state: ViewState, arrived: ArrivedEvent): void => {
  const events = arrived.source === 'cmcd' ? deriveCmcdEvents(arrived, state) : [arrived]
  for (const event of events) foldOne(state, event)
}

function foldOne(state: ViewState, event: ArrivedEvent): void {
  const time = playerTimeOf(event)
  noteArrival(state, event, time)
  const before = state.lastViewerTime ?? event.viewerTime
  takeStep(state, event)
  mergeFields(state, event, isFull(event, event.viewerTime - before))
  noteIntent(state, event, time)
  noteStart(state, event)
  if (event.name === 'error') {
    const isAfterEnd = state.phase === 'ended'
    const error = errorOf(event, {
      isBeforeFirstFrame: !state.hasStarted,
      isInAd: isInAd(state.ads),
      isAfterEnd,
      at: time,
    })
    noteError(state.errors, error, state.undecidedError)
    state.undecidedError = isUndecided(event) ? error : null
    if (!isAfterEnd) changePhase(state, event, time)
  } else {
    if (reportsPlaybackContinues(event)) state.undecidedError = null
    changePhase(state, event, time)
  }
  noteLasting(state, event)
  if (state.phase !== 'paused')
    foldLiveLatency(state.latency, event, state.values, { time, offsetMs: offsetMs(state.offset) })
  noteInTimeline(state.timeline, event, time)
}

function noteArrival(state: ViewState, event: ArrivedEvent, time: number): void {
  noteOffset(state.offset, event)
  if (event.receivedAt - state.previousReceivedAt > longSilenceMs) state.hasLongSilence = true
  state.previousReceivedAt = event.receivedAt
  if (time > state.end) state.end = time
  if (state.start === null) state.context = event.context
  if (state.playerInstanceId === '') state.playerInstanceId = event.playerInstanceId
}

/** The time between the previous event and this one belongs to the state before this one. */
function takeStep(state: ViewState, event: ArrivedEvent): void {
  const before = state.lastViewerTime
  const ms = before === null ? 0 : event.viewerTime - before
  state.lastViewerTime = event.viewerTime
  const ownPlayedMs = advanceClock(state.clock, state.phase, event, ms)
  const playedMs = advancePlayed(state.played, event, {
    ms: before === null ? Number.POSITIVE_INFINITY : ms,
    ownPlayedMs,
  })
  if (playedMs > 0) {
    state.steppedMs += playedMs
    addPlayed(state.renditions, playedMs)
    addPlayed(state.playbackModes, playedMs)
    // An ad does not have a rendition of the content.
    if (!isInAd(state.ads)) weighBitrate(state.renditionChanges, state.values, playedMs)
  }
  const isStarting = state.start !== null && !state.hasContentStarted
  if (isStarting && state.phase !== 'paused' && state.ads.current === 'none')
    state.contentStartupMs += Math.min(Math.max(0, ms), dayMs)
  foldAd(state.ads, event, state.hasContentStarted)
}

function mergeFields(state: ViewState, event: ArrivedEvent, isWhole: boolean): void {
  const { values } = state
  if (isWhole) values.clear()
  let isRenditionTold = isWhole
  let isModeTold = isWhole
  let isInitialTold = isWhole
  for (const key in event.fields) {
    if (!keptKeys.has(key)) continue
    const value: FieldValue = event.fields[key] ?? null
    values.set(key, value === '' && emptyIsUnknown.has(key) ? null : value)
    if (key.startsWith('video_source_')) isRenditionTold = true
    if (key.startsWith('player_playback_mode')) isModeTold = true
    if (initialKeys.has(key)) isInitialTold = true
  }
  if (isRenditionTold) chooseRendition(state.renditions, values)
  if (isModeTold) choosePlaybackMode(state.playbackModes, values)
  if (isInitialTold) for (const key of initialKeys) noteInitial(state, key)
  noteCdn(state)
}

function noteInitial(state: ViewState, key: string): void {
  if (state.initial.has(key)) return
  const value = state.values.get(key)
  if (value !== undefined && value !== null && value !== 0 && value !== '')
    state.initial.set(key, value)
}

function noteCdn(state: ViewState): void {
  const reported = textOf(state.values.get('video_cdn'))
  const cdn = reported && cutText(reported, 256)
  if (!cdn || cdn === state.cdns.at(-1) || state.cdns.length >= mostCdns) return
  state.cdns.push(cdn)
}

function noteIntent(state: ViewState, event: ArrivedEvent, time: number): void {
  const said = numberOf(event.fields.view_start)
  const isNew = state.start === null
  // With autoplay, a source that fails before the player requested playback is a failed attempt.
  const isFailedAutoplay =
    event.name === 'error' &&
    event.fields.player_error_severity !== 'warning' &&
    flagOf(state.values.get('player_autoplay_on')) === true
  if (isNew && !isPlayIntent(event) && !isFailedAutoplay) return
  if (!isNew && (state.hasStartTime || said === null)) return
  const isBelievable = said !== null && Math.abs(event.viewerTime - said) < longestViewMs
  const start = Math.min(isBelievable ? time - (event.viewerTime - said) : time, time)
  state.start = isNew ? start : Math.min(state.start ?? start, start)
  state.hasStartTime = isBelievable
  if (!isNew) return
  const sinceStart = isBelievable ? Math.min(Math.max(0, event.viewerTime - said), dayMs) : 0
  state.contentStartupMs = sinceStart
  if (state.phase !== 'idle') return
  state.phase = 'starting'
  state.phaseSince = start
  state.clock.watchMs += sinceStart
}

const firstFrames = new Set(['playing', 'adplaying'])

/** A frame was shown: reported by the player, or implied by an event that requires one. */
function noteStart(state: ViewState, event: ArrivedEvent): void {
  if (state.start === null) return
  const hasPlayed =
    firstFrames.has(event.name) ||
    (positiveOf(event.fields.view_playing_time_ms_cumulative) ?? 0) > 0 ||
    (positiveOf(event.fields.view_content_playback_time) ?? 0) > 0 ||
    positiveOf(event.fields.view_time_to_first_frame) !== null
  if (event.name === 'playing' && !state.ads.isInBreak) state.hasContentStarted = true
  if (!hasPlayed || state.hasStarted) return
  state.hasStarted = true
  if (firstFrames.has(event.name)) state.ownStartupMs = state.clock.watchMs
}

function changePhase(state: ViewState, event: ArrivedEvent, time: number): void {
  if (state.start === null) return
  // The event that reports the first frame may have been lost.
  const before = state.phase === 'starting' && state.hasStarted ? 'playing' : state.phase
  const after = nextPhase(before, event.name, {
    hasStarted: state.hasStarted,
    isInAd: isInAd(state.ads),
    isFatalError: event.fields.player_error_severity !== 'warning',
  })
  if (event.name === 'devicesleep') state.isHidden = true
  else if (event.name === 'devicewake') state.isHidden = false
  if (event.name === 'ended') state.hasEnded = true
  if (event.name === 'viewend') state.hasViewEnd = true
  else if (state.hasViewEnd && isWatching(after)) state.hasViewEnd = false
  if (after === state.phase) return
  state.phase = after
  state.phaseSince = time
}

/** Values that later full events need not repeat, and flags that stay set. */
function noteLasting(state: ViewState, event: ArrivedEvent): void {
  const { fields } = event
  state.playerStartupMs ??= positiveOf(fields.player_startup_time)
  state.pageLoadMs ??= positiveOf(fields.page_load_time)
  state.droppedFramesBefore ??= positiveOf(fields.view_dropped_frame_count)
  const mode = textOf(fields.player_playback_mode)
  state.usedCaptions ||=
    flagOf(fields.player_captions_enabled) === true ||
    flagOf(fields.player_text_track_enabled) === true
  state.usedPip ||= flagOf(fields.player_pip_enabled) === true || mode === 'pip'
  state.usedFullscreen ||= flagOf(fields.player_is_fullscreen) === true || mode === 'fullscreen'
  state.usedTimeShift ||= flagOf(fields.view_time_shift_enabled) === true
  if (event.source === 'cmcd') noteFirstRendition(state.renditionChanges, state.values)
  if (event.name === 'renditionchange')
    foldRenditionChange(state.renditionChanges, state.values, state.start !== null)
  if (event.name === 'requestcompleted') state.requests.completed += 1
  if (event.name === 'requestfailed') state.requests.failed += 1
  if (event.name === 'requestcanceled') state.requests.canceled += 1
}
