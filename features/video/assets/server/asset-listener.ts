import type { MediaMap } from '@playhead/media/media-map.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { slot } from '@playhead/server-kit/slot.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { AssetOptions } from '../contract.ts'
import type { AssetRow } from './row/asset-row.ts'

export type AssetApp = Pick<App, 'settings' | 'slots'>

/** `environment` uses the transaction of the change. */
export interface AssetChange {
  readonly app: AssetApp
  readonly environment: Environment
  readonly asset: AssetRow
}

/** What probing found in the file. */
export interface FoundMedia {
  readonly map: MediaMap
  /** The file has texts within it. */
  readonly hasTexts: boolean
}

/** What a live stream consists of; its duration is not known yet. */
export interface RecordedTracks {
  readonly video: { width: number; height: number; frameRate: number } | undefined
  readonly audio: { channels: number } | undefined
}

export interface AssetFailure {
  readonly type: string
  readonly message: string
}

/**
 * What another capability does when an asset changes, in the same transaction. The `before…` hooks
 * write what the event of the change must show.
 */
interface AssetListener {
  /** Listeners run in ascending order. */
  readonly order: number
  /** Throws an error that the caller can correct. */
  checkOptions?(options: AssetOptions): void
  beforeCreated?(change: AssetChange, options: AssetOptions): Promise<unknown>
  created?(change: AssetChange, options: AssetOptions): Promise<unknown>
  /** The first frame of a live stream is recorded. */
  recording?(change: AssetChange, tracks: RecordedTracks): Promise<unknown>
  /** A live stream can be watched from now on; `ready` follows at its end. */
  beforeReadyWhileLive?(change: AssetChange): Promise<unknown>
  /** The recording has ended, and the map is complete. */
  recorded?(change: AssetChange, map: MediaMap): Promise<unknown>
  beforeReady?(change: AssetChange, found: FoundMedia): Promise<unknown>
  ready?(change: AssetChange, found: FoundMedia): Promise<unknown>
  beforeFailed?(change: AssetChange, failure: AssetFailure): Promise<unknown>
  failed?(change: AssetChange, failure: AssetFailure): Promise<unknown>
  /** Gets the asset as it was before. Returns the ids of cancelled jobs that still run. */
  deleted?(change: AssetChange): Promise<readonly string[]>
}

export const assetListener = slot<AssetListener>('asset listener')
