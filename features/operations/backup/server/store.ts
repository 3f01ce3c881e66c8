import type { App } from '@playhead/server-kit/app.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { Line } from './backup-format.ts'
import type { MediaBackup, MediaRestore } from './media-store.ts'

/** One place in which the server keeps things. Adding a store is adding one object to `backupStores`. */
export interface Store {
  readonly name: string
  /** A file without it cannot be restored. */
  readonly isRequired: boolean
  /** What the header says of the store, and what `receive` is given back. */
  describe(): Promise<unknown>
  /** One JSON object with the name of the store a line, in an order in which they can be written again. */
  lines(): AsyncIterable<string>
  /** Refuses a description that this server cannot take. */
  receive(described: unknown): Promise<Receiver>
}

export interface Receiver {
  /** First pass over the file: throws for what must not be written. */
  check(line: Line): Promise<void> | void
  /** A pass between, before other work on the database has to wait: for what takes long and shows nowhere yet. */
  prepare?(line: Line): Promise<void>
  prepared?(): Promise<void>
  /** Last pass. */
  write(line: Line): Promise<void>
  /** After the last line of the file, when everything was there. */
  finish(): Promise<void>
  /** After a failure. */
  undo(): Promise<void>
}

export interface StoreContext {
  app: App
  /** The transaction that reads everything or writes everything. */
  postgres: Database
  /** Media are copied there; without it a backup leaves them out. */
  mediaBackup?: MediaBackup | undefined
  /** Media are taken from there; without it a restore passes them over. */
  mediaRestore?: MediaRestore | undefined
}
