import type { Cdn, World } from '../world/world.ts'
import type { PlayerSoftware, Rendition } from '../world/players.ts'
import type { Title } from '../world/titles.ts'
import type { Viewer } from '../world/viewer.ts'

/** One ad: asked for, loaded, shown. One that fails says when. */
export interface Ad {
  id: string
  requestMs: number
  loadMs: number
  playMs: number
  /** Only the last step of a plan has one during which the viewer leaves. */
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
 * What a viewer does and meets, one thing after the other. The first startup or ad break is the intent to play;
 * playing always goes at normal speed.
 */
export type Step =
  | { kind: 'startup'; ms: number }
  | { kind: 'play'; ms: number }
  /** At least a second: shorter ones are no stall to the player. */
  | { kind: 'stall'; ms: number; requestFails: boolean }
  /** With a seek in the middle when `to` is there; seekMs is less than half of ms. */
  | { kind: 'pause'; ms: number; to: number | null; seekMs: number }
  | { kind: 'seek'; ms: number; to: number }
  | { kind: 'rendition'; index: number }
  | { kind: 'cdn'; name: string }
  | { kind: 'mode'; mode: 'standard' | 'fullscreen' }
  | { kind: 'ads'; type: 'preroll' | 'midroll'; ads: readonly Ad[] }
  | { kind: 'error'; error: PlayerError }
  | { kind: 'ended' }
  /** Looks at what is left: an error, the last picture. */
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
  /** When the page began to load and how long until its player was ready; the true time, not that of the viewer's clock. */
  readyAt: number
  pageLoadMs: number
  playerStartupMs: number
  /** From there until somebody wanted to play. */
  idleMs: number
  steps: readonly Step[]
  leave: Leave
  /** How far a live picture is behind. */
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

export const adMs = ({ requestMs, loadMs, playMs, fails }: Ad): number => {
  if (fails === 'before it starts') return requestMs
  return requestMs + loadMs + (fails === 'never' ? playMs : 0)
}

export const leaveAt = (plan: SessionPlan): number =>
  intentAt(plan) + plan.steps.reduce((sum, step) => sum + stepMs(step), 0)

/** Media requests are finished this far apart while a video plays. */
export const requestEveryMs = 4_000
/** Longer for every fourth: never all the same, and known without asking. */
export const latencyOfRequest = (plan: SessionPlan, index: number): number =>
  plan.requestLatencyMs + (index % 4) * 9
export const throughputOfRequest = (plan: SessionPlan, index: number): number =>
  plan.requestBitsPerSecond - (index % 3) * 40_000
