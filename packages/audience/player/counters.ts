import type { SessionPlan } from '../plan/session-plan.ts'
import type { Rendition } from '../world/players.ts'

/** What the player is doing while time passes. */
export type Activity = 'idle' | 'startup' | 'playing' | 'lagging' | 'stalled' | 'seeking' | 'ad'

/** Counts as the SDK does, which also takes the first second of each stall for playing. */
export class Counters {
  watchMs = 0
  reportedPlayingMs = 0
  contentMs = 0
  adMs: number | null = null
  playhead = 0
  maxPlayhead = 0
  firstFrameMs: number | null = null
  stallCount = 0
  stallMs = 0
  seekCount = 0
  seekMs = 0
  maxSeekMs = 0
  upscaling = 0
  downscaling = 0
  maxUpscale = 0
  maxDownscale = 0
  rendition: Rendition
  width: number
  height: number
  readonly ranges: [number, number][] = []

  constructor(plan: SessionPlan) {
    this.rendition = plan.ladder[plan.firstRendition]!
    ;[this.width, this.height] = plan.viewer.device.player
  }

  move(ms: number, activity: Activity): void {
    if (activity === 'idle') return
    this.watchMs += ms
    if (activity === 'stalled') this.stallMs += ms
    if (activity === 'lagging' || activity === 'playing' || activity === 'ad')
      this.reportedPlayingMs += ms
    if (activity === 'ad') this.adMs = (this.adMs ?? 0) + ms
    if (activity === 'playing') this.#play(ms)
  }

  #play(ms: number): void {
    const range = this.ranges.at(-1)
    if (range && range[1] === this.playhead) range[1] += ms
    else this.ranges.push([this.playhead, this.playhead + ms])
    this.contentMs += ms
    this.playhead += ms
    this.maxPlayhead = Math.max(this.maxPlayhead, this.playhead)
    const ratio = Math.min(this.width / this.rendition.width, this.height / this.rendition.height)
    const [up, down] = [Math.max(0, ratio - 1), Math.max(0, 1 - ratio)]
    this.upscaling += up * ms
    this.downscaling += down * ms
    this.maxUpscale = Math.max(this.maxUpscale, up)
    this.maxDownscale = Math.max(this.maxDownscale, down)
  }

  jump(to: number): void {
    this.playhead = to
    this.maxPlayhead = Math.max(this.maxPlayhead, to)
  }

  fields(): Record<string, number | string> {
    const { watchMs, stallCount, stallMs } = this
    return {
      view_watch_time: watchMs,
      view_playing_time_ms_cumulative: this.reportedPlayingMs,
      player_playhead_time: this.playhead,
      view_max_playhead_position: this.maxPlayhead,
      view_content_playback_time: this.contentMs + (this.adMs ?? 0),
      view_total_content_playback_time: this.contentMs,
      video_playback_range: JSON.stringify(this.ranges.map(([from, to]) => `${from}:${to}`)),
      view_max_upscale_percentage: this.maxUpscale,
      view_max_downscale_percentage: this.maxDownscale,
      view_total_upscaling: this.upscaling,
      view_total_downscaling: this.downscaling,
      ...(this.adMs !== null && { ad_playing_time_ms_cumulative: this.adMs }),
      ...(this.firstFrameMs !== null && { view_time_to_first_frame: this.firstFrameMs }),
      ...(stallCount > 0 && {
        view_rebuffer_count: stallCount,
        view_rebuffer_duration: stallMs,
        view_rebuffer_frequency: stallCount / watchMs,
        view_rebuffer_percentage: stallMs / watchMs,
      }),
      ...(this.seekCount > 0 && {
        view_seek_count: this.seekCount,
        view_seek_duration: this.seekMs,
        view_max_seek_time: this.maxSeekMs,
      }),
    }
  }
}
