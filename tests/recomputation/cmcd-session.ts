import {
  type Ad,
  intentAt,
  type PlayerError,
  type SessionPlan,
  type Step,
  stepMs,
} from '@playhead/audience/plan/session-plan.ts'
import type { Random } from '@playhead/audience/random.ts'
import { viewIdOf } from '@playhead/collector/cmcd/view-ids.ts'
import type { Report, Session } from './reports.ts'

const clockEveryMs = 10_000
const responseEveryMs = 15_000
/** Values for metadata without a CMCD key, sent in custom keys; strings are plain ASCII there. */
const ownTexts = ['', 'a', 'A b', 'a:b,c', '[a,b]', '100 %', '=1+1', '0']

type Key = [name: string, value: string]

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** Executes a plan as a CMCD player: reports states, and the numbers it measures. */
class CmcdPlayer {
  readonly reports: Report<string>[] = []
  readonly #plan: SessionPlan
  readonly #random: Random
  readonly #always: Key[]
  readonly #toldKeys: { startup: boolean; stalls: boolean; playhead: boolean; frames: boolean }
  #at: number
  #state = 's'
  #sequence = 0
  #playhead = 0
  #bitrate: number
  #cdn: string
  #startedAt: number | null = null
  #stalls = 0
  #stalledMs = 0
  #clockAt: number
  #responseAt: number
  #hasStartedAt = false

  constructor(plan: SessionPlan, random: Random) {
    this.#plan = plan
    this.#random = random
    this.#at = intentAt(plan)
    this.#clockAt = this.#at + clockEveryMs
    this.#responseAt = this.#at + 200
    this.#bitrate = plan.ladder[plan.firstRendition]!.bitrate
    this.#cdn = plan.cdn.name
    this.#toldKeys = {
      startup: random.chance(0.6),
      stalls: random.chance(0.4),
      playhead: random.chance(0.6),
      frames: random.chance(0.5),
    }
    this.#always = [
      ['cid', quoted(plan.title.id)],
      ['sid', quoted(plan.sessionId)],
      ['v', '2'],
      ...(random.chance(0.85) ? [['sf', random.pick(['h', 'd', 's'])] as Key] : []),
      ...(random.chance(0.85)
        ? [['st', plan.title.durationMs === null ? random.pick(['l', 'll']) : 'v'] as Key]
        : []),
    ]
  }

  #own(): Key[] {
    const { title, viewer, pageType } = this.#plan
    const keys: Key[] = [
      ['video-title', quoted(title.title)],
      ['video-duration', String(title.durationMs ?? 0)],
      ['page-type', quoted(pageType)],
      ['viewer-user-id', quoted(viewer.userId ?? viewer.muxViewerId)],
      ['custom-1', quoted(this.#random.pick(ownTexts))],
      ['custom-4', quoted(this.#random.pick(ownTexts))],
      ['video-producer', quoted(this.#random.pick(ownTexts))],
    ]
    return keys
      .filter(() => this.#random.chance(0.6))
      .map(([name, value]) => [`playhead-${name}`, value])
  }

  #report(event: string, keys: readonly Key[] = [], at = this.#at): void {
    const told: Key[] = [
      ...this.#always,
      ['e', event],
      ['sta', this.#state],
      ['ts', String(Math.round(at) + this.#plan.viewer.clockSkewMs)],
      ['sn', String(this.#sequence)],
      ['br', `(${Math.round(this.#bitrate / 1000)})`],
      ['cdn', quoted(this.#cdn)],
      ...(this.#toldKeys.playhead ? [['pt', String(Math.round(this.#playhead))] as Key] : []),
      ...(this.#toldKeys.frames ? [['dfa', String(Math.floor(this.#playhead / 7000))] as Key] : []),
      ...(this.#toldKeys.startup && this.#startedAt !== null
        ? [['msd', String(this.#startedAt - intentAt(this.#plan))] as Key]
        : []),
      ...(this.#toldKeys.stalls && this.#hasStartedAt
        ? ([
            ['bsa', `(${this.#stalls})`],
            ['bsda', `(${this.#stalledMs})`],
          ] as Key[])
        : []),
      ...(this.#plan.liveLatencyMs !== null && this.#state === 'p'
        ? [['ltc', String(this.#plan.liveLatencyMs)] as Key]
        : []),
      ...(this.#sequence === 0 ? this.#own() : []),
      ...keys,
    ]
    this.#sequence += 1
    this.reports.push({ at, items: [told.map(([name, value]) => `${name}=${value}`).join(',')] })
  }

  #turn(state: string, keys: readonly Key[] = []): void {
    if (this.#state === state && this.#sequence > 0) return
    this.#state = state
    this.#report('ps', keys)
  }

  #response(isFailed: boolean): void {
    this.#report('rr', [
      ['url', quoted(`https://media.${this.#plan.world.domain}/${this.#sequence}.m4s?token=s`)],
      ['rc', isFailed ? '503' : '200'],
      ['ttfb', String(this.#plan.requestLatencyMs + (this.#sequence % 4) * 9)],
      ['ttlb', String(this.#plan.requestLatencyMs + 300 + (this.#sequence % 5) * 40)],
      ['ot', this.#sequence % 3 === 0 ? 'a' : 'v'],
    ])
  }

  /** Lets time pass, with the player's periodic reports. */
  #pass(ms: number, isPlaying = false): void {
    const end = this.#at + ms
    for (;;) {
      const next = Math.min(this.#clockAt, this.#responseAt)
      if (next >= end) break
      if (isPlaying) this.#playhead += next - this.#at
      this.#at = next
      if (next === this.#clockAt) {
        this.#clockAt += clockEveryMs
        this.#report('t')
      } else {
        this.#responseAt += responseEveryMs
        this.#response(false)
      }
    }
    if (isPlaying) this.#playhead += end - this.#at
    this.#at = end
  }

  #play(ms: number): void {
    this.#startedAt ??= this.#at
    this.#turn('p')
    this.#hasStartedAt = true
    this.#pass(ms, true)
  }

  #ad({ id, requestMs, loadMs, playMs, fails }: Ad): void {
    this.#pass(requestMs)
    if (fails === 'before it starts') return
    this.#pass(loadMs)
    if (fails !== 'never') return
    this.#startedAt ??= this.#at
    this.#report('as', [['cen', quoted(id)]])
    this.#turn('p')
    this.#hasStartedAt = true
    this.#pass(playMs)
    this.#report('ae')
  }

  #fail({ code, message, severity }: PlayerError): void {
    const codes: Key = ['ec', `(${quoted(code)} ${quoted(message)})`]
    if (severity === 'fatal') this.#turn('f')
    this.#report('e', [codes])
  }

  take(step: Step): void {
    if (step.kind === 'startup') {
      if (!this.#hasStartedAt) this.#turn('s')
      this.#pass(step.ms)
    } else if (step.kind === 'play') this.#play(step.ms)
    else if (step.kind === 'stall') {
      this.#turn('r')
      if (step.requestFails) this.#response(true)
      this.#pass(step.ms)
      this.#stalls += 1
      this.#stalledMs += step.ms
    } else if (step.kind === 'pause') {
      this.#turn('a')
      this.#pass(step.ms / 2)
      if (step.to !== null) {
        this.#turn('k')
        this.#playhead = step.to
        this.#pass(step.seekMs)
        this.#turn('a')
      }
      this.#pass(step.ms / 2 - (step.to === null ? 0 : step.seekMs))
    } else if (step.kind === 'seek') {
      this.#turn('k')
      this.#playhead = step.to
      this.#pass(step.ms)
    } else if (step.kind === 'rendition') {
      this.#bitrate = this.#plan.ladder[step.index]!.bitrate
      this.#report('bc')
    } else if (step.kind === 'cdn') {
      this.#cdn = step.name
      this.#report('h', [['h', quoted(`${step.name}.example`)]])
    } else if (step.kind === 'mode') this.#report(step.mode === 'fullscreen' ? 'pe' : 'pc')
    else if (step.kind === 'error') this.#fail(step.error)
    else if (step.kind === 'ended') this.#turn('e')
    else if (step.kind === 'ads') {
      if (this.#sequence === 0) this.#turn('s')
      this.#report('abs')
      for (const ad of step.ads) this.#ad(ad)
      this.#report('abe')
    } else this.#pass(stepMs(step))
  }

  leave(): void {
    if (this.#plan.leave === 'viewend') this.#turn('q')
  }
}

/** A plan played by a player without an SDK that reports by CMCD. */
export const cmcdSession = (plan: SessionPlan, environmentKey: string, random: Random): Session => {
  const player = new CmcdPlayer(plan, random)
  for (const step of plan.steps) player.take(step)
  player.leave()
  const names = new URLSearchParams({ player: plan.player.software, version: plan.playerVersion })
  return {
    viewId: viewIdOf(environmentKey, plan.sessionId, plan.title.id),
    address: plan.viewer.address,
    userAgent: plan.viewer.device.userAgent,
    path: `/cmcd/${environmentKey}${random.chance(0.8) ? `?${names.toString()}` : ''}`,
    contentType: 'application/cmcd',
    reports: player.reports,
    write: (items) => `${items.join('\n')}\n`,
  }
}
