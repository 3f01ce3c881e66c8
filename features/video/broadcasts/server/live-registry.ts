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
  #writtenByForgotten = 0
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
    this.#forget(this.#ended.get(broadcast.liveStreamId))
  }

  /** Its playlists may remain for a while under the ids of the live stream. */
  remove(broadcast: Broadcast, remains: boolean) {
    const { liveStreamId, assetId, view } = broadcast
    if (this.#running.get(liveStreamId) === broadcast) this.#running.delete(liveStreamId)
    this.#byAsset.delete(assetId)
    this.#ended.set(liveStreamId, view)
    if (!remains || view.window.renditions.length === 0) return this.#forget(view)
    setTimeout(() => this.#forget(view), endedMs).unref()
    return undefined
  }

  #forget(view: LiveView | undefined) {
    if (!view || this.#ended.get(view.liveStreamId) !== view) return
    this.#ended.delete(view.liveStreamId)
    this.#writtenByForgotten += view.window.textsMade
  }

  /** What the broadcasts of this process do now, and how many playlists it has written. */
  get counts() {
    const running = this.all.map(({ view }) => view.window)
    const known = [...running, ...[...this.#ended.values()].map(({ window }) => window)]
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    return {
      broadcasts: running.length,
      waiting: sum(running.map(({ waiting }) => waiting)),
      bytesInMemory: sum(running.map(({ bytesInMemory }) => bytesInMemory)),
      playlistsWritten: this.#writtenByForgotten + sum(known.map(({ textsMade }) => textsMade)),
    }
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
