export interface StoredObject {
  key: string
  bytes: number
  modifiedAt: Date
}

export interface Written {
  bytes: number
  sha256: string
}

/** Both ends are inclusive, as in a Range header; without an end it extends to the last byte. */
export interface ByteRange {
  start: number
  end?: number
}

export interface Reading {
  /** The size of the whole object, whatever the range. */
  totalBytes: number
  bytes: AsyncIterable<Uint8Array>
}

/** A local file with the content of an object, for programs to read. It must not be modified. */
export interface LocalCopy {
  path: string
  release(): Promise<void>
}

/**
 * Stores media files in a folder or a bucket. Keys are `{environment}/{asset}/{name}`, made of
 * letters, digits, dots, dashes and underscores, separated by slashes. A write is atomic, and
 * durable when the call returns.
 */
export interface Storage {
  write(key: string, source: Uint8Array | AsyncIterable<Uint8Array>): Promise<Written>
  /** Moves a finished local file into the storage; the file is gone afterwards. Idempotent. */
  adopt(key: string, file: string): Promise<{ bytes: number }>
  /** Throws StoredObjectMissing, and RangeNotSatisfiable for a range that starts after the end. */
  read(key: string, range?: ByteRange): Promise<Reading>
  stat(key: string): Promise<StoredObject | undefined>
  /** Everything below a folder, in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Succeeds if the object does not exist. */
  remove(key: string): Promise<void>
  /** Everything below a folder. */
  removeAll(prefix: string): Promise<void>
  /** For a folder the file itself, for a bucket a copy that stays until its release. */
  localCopy(key: string): Promise<LocalCopy>
  /** Throws StorageUnusable when writing fails. */
  check(): Promise<void>
}

export class StoredObjectMissing extends Error {
  override readonly name = 'StoredObjectMissing'
  constructor(readonly key: string) {
    super(`There is no stored object ${key}.`)
  }
}

export class RangeNotSatisfiable extends Error {
  override readonly name = 'RangeNotSatisfiable'
  constructor(
    readonly key: string,
    readonly totalBytes: number,
  ) {
    super(`The stored object ${key} has no such bytes.`)
  }
}

/** The message is for the operator. */
export class StorageUnusable extends Error {
  override readonly name = 'StorageUnusable'
}
