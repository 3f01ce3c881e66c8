import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { Media, MissingMedia } from '@playhead/media/find-media.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { Storage } from '@playhead/storage/storage.ts'
import type { AfterAnswer } from './after-answer.ts'
import type { Clock } from './clock.ts'
import type { Disk } from './disk.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mailer.ts'
import type { PartReadiness } from './readiness.ts'
import type { Vault } from './secrets.ts'
import type { Settings } from './settings.ts'

/** What the collector of this process does right now. */
export interface CollectorState {
  openViews: number
  heldBytes: number
  memoryBytes: number
  waitingRequests: number
  eventsPerSecond: number
  batchesPerSecond: number
}

/** Everything a handler may use besides its tenant. */
export interface App {
  readonly settings: Settings
  readonly postgres: Database
  readonly clickhouse: ClickHouse
  readonly storage: Storage
  /** Where the data folder lies. */
  readonly disk: Disk
  /** What works on media, or why there is nothing. */
  readonly media: Media | MissingMedia
  readonly mailer: Mailer
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  readonly afterAnswer: AfterAnswer
  /** Identifies the running build; the dashboard compares it to know that it is outdated. */
  readonly build: string
  /** The folder of the program, which holds its version and its migrations. */
  readonly projectRoot: string
  /** Aborted when the program begins to stop: what takes long ends now, in good order. */
  readonly stopping?: AbortSignal
  /** How its parts are right now; answered within seconds, whatever hangs. */
  readiness: () => Promise<PartReadiness[]>
  /** Absent where the collector runs in another process. */
  readonly collector?: { stats(): CollectorState }
}
