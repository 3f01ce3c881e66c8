import type { RequestContext } from '@playhead/enrichment/request-context.ts'
import type { TimelineEvent, ViewError } from '@playhead/metrics/view-columns.ts'
import type { ContentChange } from '../cmcd/content-change.ts'
import type { ArrivedEvent, EventSource, FieldValue } from '../player-event.ts'
import { type Ads, noAds } from './ads.ts'
import { type LiveLatency, noLatency } from './live-latency.ts'
import { type OwnClock, stoppedClock } from './own-clock.ts'
import type { Phase } from './phase.ts'
import { nothingPlayed, type PlayedTime } from './played-time.ts'
import { noChanges, noSubviews, type RenditionChanges, type Subviews } from './rendition.ts'
import { type ClockOffset, noOffset } from './server-time.ts'
import type { SeenSequences } from './seen-sequences.ts'

/** What the live samples so far have reported, so that nothing is reported twice. */
interface Sampled {
  watchMs: number
  rebufferMs: number
  hasStarted: boolean
  hasFailed: boolean
  hasExited: boolean
}

/** Everything known about a view while it runs. Bounded, however long it runs. */
export interface ViewState {
  environmentId: string
  viewId: string
  source: EventSource
  playerInstanceId: string
  seen: SeenSequences
  /** When a CMCD player switched to this content, including changes that arrived late. */
  contentChanges: ContentChange[]
  /** Number of events that its player sent, and how many times the collector reported that its content was left. */
  eventsReported: number
  leavesReceived: number
  lastSequence: number
  /** An event arrived after a later one: the row must be built from the stored events. */
  needsRefold: boolean
  firstReceivedAt: number
  lastReceivedAt: number
  /** Newest value of each key that the row needs. */
  values: Map<string, FieldValue>
  context: RequestContext
  /** Offset from the player clock, which all times below use, to the server clock. */
  offset: ClockOffset
  /** Null until playback was requested. */
  start: number | null
  end: number
  phase: Phase
  phaseSince: number
  /** Player clock of the newest event, where the next step begins. */
  lastViewerTime: number | null
  hasStartTime: boolean
  hasStarted: boolean
  hasContentStarted: boolean
  /** From the intent to the first frame, by the order of events. */
  ownStartupMs: number | null
  contentStartupMs: number
  hasEnded: boolean
  hasViewEnd: boolean
  isHidden: boolean
  hasLongSilence: boolean
  previousReceivedAt: number
  usedCaptions: boolean
  usedPip: boolean
  usedFullscreen: boolean
  usedTimeShift: boolean
  playerStartupMs: number | null
  pageLoadMs: number | null
  droppedFramesBefore: number | null
  /** Keys whose first value is a separate dimension. */
  initial: Map<string, FieldValue>
  cdns: string[]
  requests: { completed: number; failed: number; canceled: number }
  clock: OwnClock
  played: PlayedTime
  /** Wall clock time of all steps with playback. */
  steppedMs: number
  ads: Ads
  errors: ViewError[]
  /** The newest error, as long as only later events can decide whether it was fatal. */
  undecidedError: ViewError | null
  latency: LiveLatency
  renditions: Subviews
  renditionChanges: RenditionChanges
  playbackModes: Subviews
  timeline: TimelineEvent[]
  sampled: Sampled
}

export const emptyView = (first: ArrivedEvent): ViewState => {
  return {
    environmentId: first.environmentId,
    viewId: first.viewId,
    source: first.source,
    playerInstanceId: first.playerInstanceId,
    seen: [],
    contentChanges: [],
    eventsReported: 0,
    leavesReceived: 0,
    lastSequence: -1,
    needsRefold: false,
    firstReceivedAt: first.receivedAt,
    lastReceivedAt: first.receivedAt,
    values: new Map(),
    context: first.context,
    offset: noOffset(),
    start: null,
    end: 0,
    phase: 'idle',
    phaseSince: first.viewerTime,
    lastViewerTime: null,
    hasStartTime: false,
    hasStarted: false,
    hasContentStarted: false,
    ownStartupMs: null,
    contentStartupMs: 0,
    hasEnded: false,
    hasViewEnd: false,
    isHidden: false,
    hasLongSilence: false,
    previousReceivedAt: first.receivedAt,
    usedCaptions: false,
    usedPip: false,
    usedFullscreen: false,
    usedTimeShift: false,
    playerStartupMs: null,
    pageLoadMs: null,
    droppedFramesBefore: null,
    initial: new Map(),
    cdns: [],
    requests: { completed: 0, failed: 0, canceled: 0 },
    clock: stoppedClock(),
    played: nothingPlayed(),
    steppedMs: 0,
    ads: noAds(),
    errors: [],
    undecidedError: null,
    latency: noLatency(),
    renditions: noSubviews(),
    renditionChanges: noChanges(),
    playbackModes: noSubviews(),
    timeline: [],
    sampled: { watchMs: 0, rebufferMs: 0, hasStarted: false, hasFailed: false, hasExited: false },
  }
}
