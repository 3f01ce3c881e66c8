import type { App } from '@playhead/server-kit/app.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { Line } from '../file/backup-format.ts'
import type { MediaBackup, MediaRestore } from '../media/media-store.ts'

/** One kind of data that the server stores. To add a store, add one object to `backupStores`. */
export interface Store {
  readonly name: string
  /** A file without this store cannot be restored. */
  readonly isRequired: boolean
  /** The store's description in the header; `receive` gets it back. */
  describe(): Promise<unknown>
  /** One JSON object per line, with the name of the store, in an order in which they can be restored. */
  lines(): AsyncIterable<string>
  /** Refuses a description that this server cannot restore. */
  receive(described: unknown): Promise<Receiver>
}

export interface Receiver {
  /** First pass over the file: throws for lines that must not be written. */
  check(line: Line): Promise<void> | void
  /** Optional second pass, before other database work is blocked: for slow work whose result is not visible yet. */
  prepare?(line: Line): Promise<void>
  prepared?(): Promise<void>
  /** Last pass. */
  write(line: Line): Promise<void>
  /** Called after the last line of a complete file. */
  finish(): Promise<void>
  /** Called after a failure. */
  undo(): Promise<void>
}

export interface StoreContext {
  app: App
  /** The transaction that reads or writes everything. */
  postgres: Database
  /** Where media are copied to; without it a backup leaves them out. */
  mediaBackup?: MediaBackup | undefined
  /** Where media are read from; without it a restore skips them. */
  mediaRestore?: MediaRestore | undefined
}
