import { type Ad, requestEveryMs, type SessionPlan, type Step } from '../plan/session-plan.ts'
import type { Rendition } from '../world/players.ts'
import { constantFields } from './constant-fields.ts'
import { type Activity, Counters } from './counters.ts'
import { MediaRequests } from './media-requests.ts'
import { adFields, errorFields, liveFields, renditionFields } from './event-fields.ts'
import { type Fields, Reporter } from './reporter.ts'

const heartbeatMs = 10_000
/** How long a picture must freeze before the player calls it a stall. */
const stallNoticedMs = 1_000
const manifestCount = 2

/** A player that executes a plan and reports what it sees. */
export class Playing {
  readonly plan: SessionPlan
  readonly reporter: Reporter
  readonly counters: Counters
  at: number
  #lastReportAt: number
  readonly #requests: MediaRequests
  #cdn: string
  #adRequests = 0
  #adsShown = 0
  #isStopped = false

  constructor(plan: SessionPlan, environmentKey: string, collectorDomain: string) {
    this.plan = plan
    this.reporter = new Reporter(
      constantFields(plan, environmentKey, collectorDomain),
      plan.viewer.clockSkewMs,
    )
    this.counters = new Counters(plan)
    this.at = plan.readyAt
    this.#lastReportAt = this.at
    this.#requests = new MediaRequests(plan)
    this.#cdn = plan.cdn.name
  }

  report(name: string, given: { own?: Fields; stamp?: number; flush?: boolean } = {}): void {
    this.reporter.set(this.counters.fields())
    this.reporter.set(liveFields(this.plan, given.stamp ?? this.at))
    this.reporter.emit(name, this.at, given)
    if (!name.startsWith('request')) this.#lastReportAt = this.at
  }

  /** Lets time pass in one activity, with the heartbeats and media requests of that time. */
  pass(ms: number, activity: Activity, { isPaused = false, loads = false } = {}): void {
    const from = this.at
    const end = from + ms
    let loaded = 1
    for (;;) {
      const heartbeat = isPaused ? Infinity : this.#lastReportAt + heartbeatMs
      const request = loads ? from + loaded * requestEveryMs : Infinity
      const next = Math.min(heartbeat, request)
      if (next >= end) break
      this.#move(next - this.at, activity)
      if (next === request) {
        loaded += 1
        this.#request('media')
      } else this.report('hb')
    }
    this.#move(end - this.at, activity)
    this.reporter.tick(this.at)
  }

  #move(ms: number, activity: Activity): void {
    this.counters.move(ms, this.#isStopped ? 'idle' : activity)
    this.at += ms
  }

  #request(type: 'manifest' | 'media'): void {
    const { counters, own } = this.#requests.complete(type, {
      endedAt: this.at + this.plan.viewer.clockSkewMs,
      bitrate: this.counters.rendition.bitrate,
    })
    this.reporter.set(counters)
    this.report('requestcompleted', { own })
  }

  #failRequest(): void {
    const { counters, own } = this.#requests.fail()
    this.reporter.set(counters)
    this.report('requestfailed', { own })
  }

  #useRendition(rendition: Rendition): void {
    this.counters.rendition = rendition
    this.reporter.set(renditionFields(rendition))
  }

  open(): void {
    const { plan, reporter } = this
    reporter.set({ player_width: this.counters.width, player_height: this.counters.height })
    this.report('networkchange')
    this.report('playerready', {
      own: { player_startup_time: plan.playerStartupMs, page_load_time: plan.pageLoadMs },
    })
    this.report('loadstart')
    this.pass(plan.idleMs, 'idle', { isPaused: true })
    if (plan.player.reportsRequests)
      for (let count = 0; count < manifestCount; count += 1) this.#request('manifest')
    const startsWithAds = plan.steps[0]?.kind === 'ads'
    reporter.set({
      view_start: this.at + plan.viewer.clockSkewMs,
      player_view_count: 1,
      player_playback_mode: 'standard',
      player_playback_mode_data: '{}',
      player_is_paused: startsWithAds,
      ...renditionFields(this.counters.rendition),
    })
    this.report('playbackmodechange')
    this.report('viewstart', { flush: true })
    this.report('renditionchange', { own: renditionFields(this.counters.rendition) })
    if (!startsWithAds) this.report('play')
  }

  take(step: Step, index: number): void {
    const { counters, reporter } = this
    switch (step.kind) {
      case 'startup':
        if (index > 0) {
          reporter.set({ player_is_paused: false })
          this.report('play')
        }
        this.pass(step.ms, 'startup')
        break
      case 'play':
        this.#beginPlaying()
        this.pass(step.ms, 'playing', { loads: this.plan.player.reportsRequests })
        break
      case 'stall':
        this.#stall(step)
        break
      case 'pause':
        this.#pause(step)
        break
      case 'seek':
        counters.seekCount += 1
        this.report('seeking')
        this.pass(step.ms, 'seeking')
        this.#land(step.to, step.ms)
        break
      case 'rendition':
        this.#useRendition(this.plan.ladder[step.index]!)
        this.report('renditionchange', { own: renditionFields(counters.rendition) })
        break
      case 'cdn':
        reporter.set({ video_cdn: step.name, video_previous_cdn: this.#cdn })
        this.#cdn = step.name
        this.report('cdnchange')
        break
      case 'mode':
        this.#changeMode(step.mode)
        break
      case 'ads':
        this.#showAds(step)
        break
      case 'error':
        this.#fail(step)
        break
      case 'ended':
        reporter.set({ player_is_paused: true })
        this.report('pause')
        this.report('ended', { flush: true })
        break
      case 'linger':
        this.pass(step.ms, 'idle', { isPaused: true })
        break
    }
  }

  #isRolling = false
  /** The first frame, and the first one after each interruption. */
  #beginPlaying(): void {
    if (this.#isRolling) return
    this.#isRolling = true
    this.counters.firstFrameMs ??= this.counters.watchMs
    this.report('playing')
  }

  #stall({ ms, requestFails }: Extract<Step, { kind: 'stall' }>): void {
    const from = this.at
    this.#isRolling = false
    this.#isStopped = false
    this.report('waiting')
    if (requestFails) this.#failRequest()
    this.pass(stallNoticedMs, 'lagging')
    this.counters.stallCount += 1
    this.report('rebufferstart', { stamp: from })
    this.counters.stallMs += stallNoticedMs
    this.pass(ms - stallNoticedMs, 'stalled')
    if (this.plan.steps.at(-1)?.kind !== 'stall' || !this.isLast) this.#beginPlaying()
    this.report('rebufferend')
  }
  isLast = false

  #pause({ ms, to, seekMs }: Extract<Step, { kind: 'pause' }>): void {
    this.#isRolling = false
    this.#isStopped = false
    this.reporter.set({ player_is_paused: true })
    this.report('pause')
    const before = to === null ? ms : Math.floor(ms / 2)
    this.pass(before, 'idle', { isPaused: true })
    if (to !== null) {
      this.counters.seekCount += 1
      this.report('seeking')
      this.pass(seekMs, 'idle', { isPaused: true })
      this.#land(to, seekMs)
      this.pass(ms - before - seekMs, 'idle', { isPaused: true })
    }
    if (this.isLast) return
    this.reporter.set({ player_is_paused: false })
    this.report('play')
  }

  #land(to: number, ms: number): void {
    this.counters.jump(to)
    this.counters.seekMs += ms
    this.counters.maxSeekMs = Math.max(this.counters.maxSeekMs, ms)
    this.#isRolling = false
    this.report('seeked')
  }

  #changeMode(mode: 'standard' | 'fullscreen'): void {
    const { device } = this.plan.viewer
    const [width, height] = mode === 'fullscreen' ? device.screen : device.player
    this.counters.width = width
    this.counters.height = height
    this.reporter.set({
      player_width: width,
      player_height: height,
      player_is_fullscreen: mode === 'fullscreen',
      player_playback_mode: mode,
    })
    this.report('playbackmodechange', { own: { player_playback_mode: mode } })
  }

  #fail({ error }: Extract<Step, { kind: 'error' }>): void {
    this.#isStopped = true
    this.report('error', { own: errorFields(error), flush: error.severity === 'fatal' })
  }

  #showAds({ type, ads }: Extract<Step, { kind: 'ads' }>): void {
    const isPreroll = type === 'preroll'
    this.#isRolling = false
    this.reporter.set({ view_has_ad: true, ad_type: type })
    this.report('adbreakstart')
    if (!isPreroll) {
      this.reporter.set({ player_is_paused: true })
      this.report('pause')
    }
    for (const ad of ads) this.#showAd(ad, isPreroll)
    if (ads.at(-1)?.fails !== 'left while loading') this.report('adbreakend')
  }

  #showAd(ad: Ad, isPreroll: boolean): void {
    const { world } = this.plan
    this.#adRequests += 1
    this.reporter.set({
      view_ad_request_count: this.#adRequests,
      ad_tag_url: `https://ads.${world.domain}/vast`,
      ...(isPreroll && {
        view_preroll_requested: true,
        view_preroll_ad_tag_hostname: `ads.${world.domain}`,
      }),
      ...(isPreroll && this.#adsShown === 0 && { view_preroll_request_count: this.#adRequests }),
    })
    this.report('adrequest')
    this.pass(ad.requestMs, isPreroll && this.#adsShown === 0 ? 'startup' : 'idle', {
      isPaused: true,
    })
    if (ad.fails === 'before it starts') return this.report('aderror')
    const own = adFields(ad)
    this.reporter.set({ ad_asset_url: `https://ads.${world.domain}/${ad.id}.mp4` })
    this.report('adresponse', { own })
    const isFirst = isPreroll && this.#adsShown === 0
    this.#adsShown += 1
    this.reporter.set({
      view_ad_played_count: this.#adsShown,
      ...(isFirst && {
        view_preroll_played: true,
        view_preroll_ad_asset_hostname: `ads.${world.domain}`,
        view_startup_preroll_request_time: this.counters.watchMs,
      }),
    })
    this.report('adplay', { own })
    this.pass(ad.loadMs, 'startup')
    if (ad.fails === 'left while loading') return
    this.counters.firstFrameMs ??= this.counters.watchMs
    this.counters.adMs ??= 0
    if (isFirst)
      this.reporter.set({
        view_preroll_load_time: ad.loadMs,
        view_startup_preroll_load_time: ad.loadMs,
      })
    this.report('adplaying', { own })
    const quarter = Math.floor(ad.playMs / 4)
    for (const name of ['adfirstquartile', 'admidpoint', 'adthirdquartile']) {
      this.pass(quarter, 'ad')
      this.report(name, { own })
    }
    this.pass(ad.playMs - 3 * quarter, 'ad')
    this.report('adended', { own })
  }

  leave(): void {
    const { leave } = this.plan
    if (leave === 'viewend') this.report('viewend', { flush: true })
    if (leave !== 'cached') return
    if (this.#isRolling) this.report('hb')
    this.reporter.flush(this.at)
  }
}
