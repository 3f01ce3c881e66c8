import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasMedia } from '@playhead/media/find-media.ts'
import { type LiveRecording, makeSlate, type Slate, startSlate } from '@playhead/media/live/live.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { downloadTo } from '@playhead/server-kit/outbound/outbound-stream.ts'
import type { RunningSettings } from '../run/running-settings.ts'

interface SlateOf {
  app: App
  recording: LiveRecording
  settings: RunningSettings
  warn: (warning: { type: string; message: string }) => void
  /** Viewers see it from now on. */
  onSlate: () => void
}

const pictureBytesMax = 20_000_000
const pictureTimeoutMs = 30_000
const pictureName = 'slate-picture'

/** The picture that is shown while the encoder is away. */
export class SlateKeeper {
  readonly #of: SlateOf
  #slate: Promise<Slate | undefined> | undefined
  #running: { stop: () => void } | undefined
  #isAway = false
  #settings: RunningSettings

  constructor(of: SlateOf) {
    this.#of = of
    this.#settings = of.settings
  }

  /** Another picture is there from the next absence on. */
  takeSettings(settings: RunningSettings) {
    const { slate_url: before } = this.#settings
    this.#settings = settings
    const made = this.#slate
    if (settings.slate_url === before || !made) return
    // One after the other: they are made in the same folder.
    this.#slate = made.then(() => this.#makeOrSay())
  }

  get isWanted() {
    const { latency_mode: mode, uses_slate: isAsked, reconnect_window: window } = this.#settings
    return window > 0 && (mode !== 'standard' || isAsked)
  }

  /** Encodes it ahead, so that it is there at once. */
  prepare() {
    if (!this.isWanted || !this.#of.recording.source?.piece) return undefined
    return (this.#slate ??= this.#makeOrSay())
  }

  async away() {
    if (!this.isWanted) return
    this.#isAway = true
    const { recording } = this.#of
    const slate = await this.prepare()
    // A picture without a slate only waits.
    if (!this.#isAway || (recording.source && !slate)) return
    this.#running?.stop()
    try {
      this.#running = startSlate(recording, slate)
      this.#of.onSlate()
    } catch (error) {
      this.#of.app.log.warn('A slate could not be shown.', { error })
    }
  }

  /** The slate goes on until the first keyframe. */
  back() {
    this.#isAway = false
    this.#running = undefined
  }

  stop() {
    this.#isAway = false
    this.#running?.stop()
    this.#running = undefined
  }

  #makeOrSay() {
    return this.#make().catch((error: unknown) => {
      this.#of.app.log.warn('A slate could not be made.', { error })
      return undefined
    })
  }

  async #make(): Promise<Slate | undefined> {
    const { app, recording, warn } = this.#of
    const { slate_url: url } = this.#settings
    const { media } = app
    const piece = recording.source?.piece
    if (!hasMedia(media) || !piece) return undefined
    const { folder } = recording.options
    const { width, height } = piece
    const work = { folder, width, height, frameRate: recording.window.frameRate }
    if (url !== null)
      try {
        await downloadTo(app.settings, url, join(folder, pictureName), {
          bytesMax: pictureBytesMax,
          timeoutMs: pictureTimeoutMs,
        })
        return await makeSlate(media, { ...work, fileName: pictureName })
      } catch {
        warn({
          type: 'slate_unreadable',
          message: 'The picture of reconnect_slate_url could not be read, so the default is shown.',
        })
      } finally {
        await rm(join(folder, pictureName), { force: true }).catch(() => {})
      }
    return makeSlate(media, work)
  }
}
