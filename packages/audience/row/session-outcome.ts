import type { TimelineEvent } from '@playhead/metrics/view-columns.ts'
import {
  type Ad,
  intentAt,
  type PlayerError,
  requestEveryMs,
  type SessionPlan,
} from '../plan/session-plan.ts'
import { adFields, errorFields, renditionFields } from '../player/event-fields.ts'
import type { Rendition } from '../world/players.ts'

type Details = TimelineEvent['details']

interface Mark {
  name: string
  at: number
  playhead: number
  details: Details
}

/** The outcome of a view, computed from its plan alone. */
export interface SessionOutcome {
  watchMs: number
  playedMs: number
  adMs: number | null
  firstFrameMs: number | null
  contentFrameMs: number | null
  stalls: number
  stallMs: number
  seeks: number
  seekMs: number
  playhead: number
  maxPlayhead: number
  ranges: [number, number][]
  byRendition: Map<Rendition, number>
  byMode: Map<'standard' | 'fullscreen', number>
  upscaling: number
  downscaling: number
  maxUpscale: number
  maxDownscale: number
  ups: number
  downs: number
  rendition: Rendition
  mode: 'standard' | 'fullscreen'
  wasFullscreen: boolean
  cdns: string[]
  requests: number
  failedRequests: number
  /** Indexes of the failed requests, counted from 0. */
  failedRequestIndexes: number[]
  /** From the intent to the first frame of the content, without loading and showing ads. */
  contentStartupMs: number
  errors: { error: PlayerError; at: number; isBeforeFirstFrame: boolean }[]
  ended: boolean
  /** Idle at their last event: a silence after it is no lost data. */
  isAtRest: boolean
  breaks: number
  breakErrors: number
  attempts: number
  impressions: number
  adErrors: number
  adExits: number
  prerollRequests: number | null
  firstAd: { requestMs: number; loadMs: number | null } | null
  marks: Mark[]
}

const manifestRequests = 2
/** A shorter stall is not noticed, and its duration is only measured with a second event after that. */
const unnoticedMs = 1_000

const scalingOf = (plan: SessionPlan, course: SessionOutcome): number => {
  const { device } = plan.viewer
  const [width, height] = course.mode === 'fullscreen' ? device.screen : device.player
  return Math.min(width / course.rendition.width, height / course.rendition.height)
}

const begin = (plan: SessionPlan): SessionOutcome => ({
  watchMs: 0,
  playedMs: 0,
  adMs: null,
  firstFrameMs: null,
  contentFrameMs: null,
  stalls: 0,
  stallMs: 0,
  seeks: 0,
  seekMs: 0,
  playhead: 0,
  maxPlayhead: 0,
  ranges: [],
  byRendition: new Map(),
  byMode: new Map(),
  upscaling: 0,
  downscaling: 0,
  maxUpscale: 0,
  maxDownscale: 0,
  ups: 0,
  downs: 0,
  rendition: plan.ladder[plan.firstRendition]!,
  mode: 'standard',
  wasFullscreen: false,
  cdns: [plan.cdn.name],
  requests: plan.player.reportsRequests ? manifestRequests : 0,
  failedRequests: 0,
  failedRequestIndexes: [],
  contentStartupMs: 0,
  errors: [],
  ended: false,
  isAtRest: false,
  breaks: 0,
  breakErrors: 0,
  attempts: 0,
  impressions: 0,
  adErrors: 0,
  adExits: 0,
  prerollRequests: null,
  firstAd: null,
  marks: [],
})

/** Runs through the plan, up to the last event that was received. */
export const outcomeOf = (plan: SessionPlan, heardUntil = Infinity): SessionOutcome => {
  const course = begin(plan)
  let at = intentAt(plan)
  const mark = (name: string, details: Details = {}, now = at): void => {
    course.marks.push({ name, at: now, playhead: course.playhead, details })
  }
  const played = (ms: number): void => {
    if (ms <= 0) return
    const scale = scalingOf(plan, course)
    const [up, down] = [Math.max(0, scale - 1), Math.max(0, 1 - scale)]
    const range = course.ranges.at(-1)
    if (range && range[1] === course.playhead) range[1] += ms
    else course.ranges.push([course.playhead, course.playhead + ms])
    course.playhead += ms
    course.maxPlayhead = Math.max(course.maxPlayhead, course.playhead)
    course.playedMs += ms
    course.watchMs += ms
    course.upscaling += up * ms
    course.downscaling += down * ms
    course.maxUpscale = Math.max(course.maxUpscale, up)
    course.maxDownscale = Math.max(course.maxDownscale, down)
    course.byRendition.set(course.rendition, (course.byRendition.get(course.rendition) ?? 0) + ms)
    course.byMode.set(course.mode, (course.byMode.get(course.mode) ?? 0) + ms)
  }
  const jump = (to: number): void => {
    course.playhead = to
    course.maxPlayhead = Math.max(course.maxPlayhead, to)
  }

  mark('viewstart')
  mark('renditionchange', renditionFields(course.rendition))
  for (const step of plan.steps) {
    if (at > heardUntil) break
    course.isAtRest = false
    const room = heardUntil - at
    switch (step.kind) {
      case 'startup':
        if (step === plan.steps[0] || course.marks.at(-1)?.name !== 'play') mark('play')
        course.watchMs += Math.min(step.ms, room)
        if (course.contentFrameMs === null) course.contentStartupMs += step.ms
        at += step.ms
        break
      case 'play': {
        const name = course.marks.at(-1)?.name
        if (course.contentFrameMs === null || name === 'play' || name === 'seeked') mark('playing')
        course.firstFrameMs ??= course.watchMs
        course.contentFrameMs ??= course.watchMs
        const ms = Math.min(step.ms, room)
        if (plan.player.reportsRequests)
          for (let done = requestEveryMs; done < step.ms && done <= room; done += requestEveryMs)
            course.requests += 1
        played(ms)
        at += step.ms
        break
      }
      case 'stall': {
        mark('rebufferstart')
        if (step.requestFails) {
          course.failedRequestIndexes.push(course.requests)
          course.requests += 1
          course.failedRequests += 1
        }
        course.watchMs += Math.min(step.ms, room)
        if (room >= unnoticedMs) course.stalls += 1
        if (room > unnoticedMs || step.ms === unnoticedMs) course.stallMs += Math.min(step.ms, room)
        at += step.ms
        if (room >= step.ms) mark('rebufferend')
        break
      }
      case 'pause': {
        mark('pause')
        const before = step.to === null ? step.ms : Math.floor(step.ms / 2)
        if (step.to !== null && room >= before) {
          course.seeks += 1
          if (room >= before + step.seekMs) {
            course.seekMs += step.seekMs
            jump(step.to)
          }
        }
        course.isAtRest = room < step.ms || step === plan.steps.at(-1)
        at += step.ms
        if (!course.isAtRest) mark('play')
        break
      }
      case 'seek':
        mark('seeking')
        course.seeks += 1
        course.watchMs += Math.min(step.ms, room)
        if (room >= step.ms) {
          course.seekMs += step.ms
          jump(step.to)
        }
        at += step.ms
        if (room >= step.ms) mark('seeked')
        break
      case 'rendition': {
        const next = plan.ladder[step.index]!
        if (next.bitrate > course.rendition.bitrate) course.ups += 1
        else if (next.bitrate < course.rendition.bitrate) course.downs += 1
        course.rendition = next
        mark('renditionchange', renditionFields(next))
        break
      }
      case 'cdn':
        mark('cdnchange', { video_cdn: step.name, video_previous_cdn: course.cdns.at(-1)! })
        course.cdns.push(step.name)
        break
      case 'mode':
        course.mode = step.mode
        course.wasFullscreen ||= step.mode === 'fullscreen'
        mark('playbackmodechange', { player_playback_mode: step.mode })
        break
      case 'ads':
        at = courseOfAds(course, step, { at, heardUntil, mark })
        break
      case 'error':
        mark('error', errorFields(step.error))
        course.errors.push({
          error: step.error,
          at,
          isBeforeFirstFrame: course.firstFrameMs === null,
        })
        break
      case 'ended':
        course.ended = true
        course.isAtRest = true
        mark('ended')
        break
      case 'linger':
        course.isAtRest = course.ended
        at += step.ms
        break
    }
  }
  return course
}

interface AdBreakStart {
  at: number
  heardUntil: number
  mark: (name: string, details: Details, at: number) => void
}

const courseOfAds = (
  course: SessionOutcome,
  { type, ads }: { type: 'preroll' | 'midroll'; ads: readonly Ad[] },
  { at: from, heardUntil, mark }: AdBreakStart,
): number => {
  const isPreroll = type === 'preroll'
  let [at, hasError, shown] = [from, false, 0]
  course.breaks += 1
  mark('adbreakstart', { ad_type: type }, at)
  for (const ad of ads) {
    if (at > heardUntil) break
    const isFirst = isPreroll && shown === 0
    if (isFirst) course.prerollRequests = (course.prerollRequests ?? 0) + 1
    if (isFirst) course.watchMs += Math.min(ad.requestMs, heardUntil - at)
    if (isPreroll) course.contentStartupMs += ad.requestMs
    at += ad.requestMs
    if (at > heardUntil) continue
    if (ad.fails === 'before it starts') {
      course.attempts += 1
      course.adErrors += 1
      if (!hasError) course.breakErrors += 1
      hasError = true
      continue
    }
    shown += 1
    course.attempts += 1
    if (isFirst) course.firstAd = { requestMs: course.watchMs, loadMs: null }
    course.watchMs += Math.min(ad.loadMs, heardUntil - at)
    at += ad.loadMs
    if (ad.fails === 'left while loading' || at > heardUntil) {
      course.adExits += 1
      continue
    }
    mark('adplaying', adFields(ad), at)
    course.impressions += 1
    course.firstFrameMs ??= course.watchMs
    if (isFirst && course.firstAd) course.firstAd.loadMs = ad.loadMs
    const ms = Math.min(ad.playMs, heardUntil - at)
    course.adMs = (course.adMs ?? 0) + ms
    course.watchMs += ms
    at += ad.playMs
  }
  return at
}
