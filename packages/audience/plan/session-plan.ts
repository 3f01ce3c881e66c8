import type { Cdn, World } from '../world/world.ts'
import type { PlayerSoftware, Rendition } from '../world/players.ts'
import type { Title } from '../world/titles.ts'
import type { Viewer } from '../world/viewer.ts'

/** One ad: requested, loaded, shown. A failing ad says at which stage. */
export interface Ad {
  id: string
  requestMs: number
  loadMs: number
  playMs: number
  /** Only the last step of a plan has an ad during which the viewer leaves. */
  fails: 'never' | 'before it starts' | 'left while loading'
}

export interface PlayerError {
  code: string
  message: string
  context: string | null
  severity: 'fatal' | 'warning'
  isBusinessException: boolean
}

/**
 * What a viewer does and experiences, in order. The first startup or ad break is the play intent; playback always has
 * normal speed.
 */
export type Step =
  | { kind: 'startup'; ms: number }
  | { kind: 'play'; ms: number }
  /** At least a second: the player does not count shorter ones as stalls. */
  | { kind: 'stall'; ms: number; requestFails: boolean }
  /** Contains a seek when `to` is set; seekMs is less than half of ms. */
  | { kind: 'pause'; ms: number; to: number | null; seekMs: number }
  | { kind: 'seek'; ms: number; to: number }
  | { kind: 'rendition'; index: number }
  | { kind: 'cdn'; name: string }
  | { kind: 'mode'; mode: 'standard' | 'fullscreen' }
  | { kind: 'ads'; type: 'preroll' | 'midroll'; ads: readonly Ad[] }
  | { kind: 'error'; error: PlayerError }
  | { kind: 'ended' }
  /** Stays on what is left: an error, the last picture. */
  | { kind: 'linger'; ms: number }

export type Leave = 'viewend' | 'crash' | 'cached'

export interface SessionPlan {
  world: World
  viewId: string
  playerInstanceId: string
  sessionId: string
  viewer: Viewer
  title: Title
  player: PlayerSoftware
  playerVersion: string
  cdn: Cdn
  ladder: readonly Rendition[]
  /** Rendition of the first frame. */
  firstRendition: number
  isAutoplay: boolean
  pageType: 'watchpage' | 'iframe'
  subProperty: string | null
  experiment: string | null
  /** When the page began to load and how long until its player was ready; real time, not that of the viewer's clock. */
  readyAt: number
  pageLoadMs: number
  playerStartupMs: number
  /** From there until playback was requested. */
  idleMs: number
  steps: readonly Step[]
  leave: Leave
  /** Latency of the live picture. */
  liveLatencyMs: number | null
  requestLatencyMs: number
  requestBitsPerSecond: number
}

export const intentAt = (plan: SessionPlan): number => plan.readyAt + plan.idleMs

export const stepMs = (step: Step): number => {
  switch (step.kind) {
    case 'ads':
      return step.ads.reduce((sum, ad) => sum + adMs(ad), 0)
    case 'startup':
    case 'play':
    case 'stall':
    case 'pause':
    case 'seek':
    case 'linger':
      return step.ms
    default:
      return 0
  }
}

const adMs = ({ requestMs, loadMs, playMs, fails }: Ad): number => {
  if (fails === 'before it starts') return requestMs
  return requestMs + loadMs + (fails === 'never' ? playMs : 0)
}

export const leaveAt = (plan: SessionPlan): number =>
  intentAt(plan) + plan.steps.reduce((sum, step) => sum + stepMs(step), 0)

/** Interval between completed media requests while a video plays. */
export const requestEveryMs = 4_000
/** Latency varies with the index, so that it is never constant and still predictable. */
export const latencyOfRequest = (plan: SessionPlan, index: number): number =>
  plan.requestLatencyMs + (index % 4) * 9
export const throughputOfRequest = (plan: SessionPlan, index: number): number =>
  plan.requestBitsPerSecond - (index % 3) * 40_000
