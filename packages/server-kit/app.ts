import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { Media, MissingMedia } from '@playhead/media/find-media.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { Storage } from '@playhead/storage/storage.ts'
import type { AfterResponse } from './after-response.ts'
import type { Clock } from './clock.ts'
import type { Disk } from './health/disk.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PartReadiness } from './health/readiness.ts'
import type { Vault } from './secrets/secrets.ts'
import type { Settings } from './settings/settings.ts'
import type { RequestLog } from './request-log/request-log.ts'
import type { Slots } from './slot.ts'

/** The current state of this process's collector. */
export interface CollectorState {
  openViews: number
  heldBytes: number
  memoryBytes: number
  waitingRequests: number
  eventsPerSecond: number
  batchesPerSecond: number
}

/** Everything that a handler may use, except its tenant. */
export interface App {
  readonly settings: Settings
  readonly postgres: Database
  readonly clickhouse: ClickHouse
  readonly storage: Storage
  /** The path of the data folder. */
  readonly disk: Disk
  /** The programs that process media, or why there are none. */
  readonly media: Media | MissingMedia
  readonly mailer: Mailer
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  readonly afterResponse: AfterResponse
  /** The log of API calls. */
  readonly requestLog: RequestLog
  /** The parts that features add to each other's slots; read them through the slot. */
  readonly slots: Slots
  /** Identifies the running build; a dashboard of another build knows from it that it is outdated. */
  readonly build: string
  /** The root folder of the program, with its version and migrations. */
  readonly projectRoot: string
  /** Aborted when the program begins to stop, so that long work can end cleanly. */
  readonly stopping?: AbortSignal
  /** The current state of each part; answers within seconds, even if a part hangs. */
  readiness: () => Promise<PartReadiness[]>
  /** Undefined where the collector runs in another process. */
  readonly collector?: { stats(): CollectorState }
}
