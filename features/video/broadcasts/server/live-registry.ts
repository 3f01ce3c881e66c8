import type { ClosedCaptions, LiveWindow } from '@playhead/media/live/live.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Broadcast } from './run/broadcast.ts'

/** What viewers of a broadcast get from this process. */
export interface LiveView {
  broadcastId: string
  environmentId: string
  liveStreamId: string
  assetId: string
  window: LiveWindow
  /** Inside of the picture. */
  closedCaptions: readonly ClosedCaptions[]
  startedAt: number
}

/** Viewers who are behind see the end of the broadcast before its live address answers nothing. */
const endedMs = 5 * 60_000

/** The broadcasts of this process. */
export class LiveRegistry {
  readonly #running = new Map<string, Broadcast>()
  readonly #byAsset = new Map<string, Broadcast>()
  readonly #ended = new Map<string, LiveView>()
  /** Counts the changes of live streams that this process has heard of. */
  changes = 0
  /** What begins now would have no end: the next start goes on. */
  isStopping = false
  /** The ports that are open in this process. */
  opened: { rtmp: number | undefined; rtmps: number | undefined } | undefined

  get all(): readonly Broadcast[] {
    return [...this.#running.values()]
  }

  add(broadcast: Broadcast) {
    this.#running.set(broadcast.liveStreamId, broadcast)
    this.#byAsset.set(broadcast.assetId, broadcast)
    this.#ended.delete(broadcast.liveStreamId)
  }

  /** Its playlists may remain for a while under the ids of the live stream. */
  remove(broadcast: Broadcast, remains: boolean) {
    const { liveStreamId, assetId, view } = broadcast
    if (this.#running.get(liveStreamId) === broadcast) this.#running.delete(liveStreamId)
    this.#byAsset.delete(assetId)
    if (!remains || view.window.renditions.length === 0) return
    this.#ended.set(liveStreamId, view)
    const forget = () => {
      if (this.#ended.get(liveStreamId) === view) this.#ended.delete(liveStreamId)
    }
    setTimeout(forget, endedMs).unref()
  }

  ofStream(liveStreamId: string) {
    return this.#running.get(liveStreamId)
  }

  viewOfStream(liveStreamId: string): LiveView | undefined {
    return this.#running.get(liveStreamId)?.view ?? this.#ended.get(liveStreamId)
  }

  viewOfAsset(assetId: string): LiveView | undefined {
    return this.#byAsset.get(assetId)?.view
  }
}

const registries = new WeakMap<App['storage'], LiveRegistry>()

/** One for each process: listeners and requests have different app objects, but share one storage. */
export const registryOf = ({ storage }: Pick<App, 'storage'>) => {
  const known = registries.get(storage) ?? new LiveRegistry()
  registries.set(storage, known)
  return known
}

/** The running broadcast of a live stream, or the one that has just ended. */
export const liveOfStream = (app: Pick<App, 'storage'>, liveStreamId: string) =>
  registryOf(app).viewOfStream(liveStreamId)

/** The broadcast that is being recorded to this asset. */
export const liveOfAsset = (app: Pick<App, 'storage'>, assetId: string) =>
  registryOf(app).viewOfAsset(assetId)

/** Grows whenever any live stream was changed: what was opened before must be opened again. */
export const liveChangesOf = (app: Pick<App, 'storage'>) => registryOf(app).changes

/** The ports that are open for encoders in this process. */
export const ingestPortsOf = (app: Pick<App, 'storage'>) =>
  registryOf(app).opened ?? { rtmp: undefined, rtmps: undefined }
