export interface StoredObject {
  key: string
  bytes: number
  modifiedAt: Date
}

export interface Written {
  bytes: number
  sha256: string
}

/** Both ends count, as in a Range header; without an end it goes to the last byte. */
export interface ByteRange {
  start: number
  end?: number
}

export interface Reading {
  /** Of the whole object, whatever the range. */
  totalBytes: number
  bytes: AsyncIterable<Uint8Array>
}

/** A file on this machine with the content of an object; programs read it. Nobody writes to it. */
export interface LocalCopy {
  path: string
  release(): Promise<void>
}

/**
 * Where media files are: a folder or a bucket. Keys are `{environment}/{asset}/{name}`, made of
 * letters, digits, dots, dashes and underscores, with slashes between. What is written exists as a
 * whole or not at all, and is durable when the call returns.
 */
export interface Storage {
  write(key: string, source: Uint8Array | AsyncIterable<Uint8Array>): Promise<Written>
  /** Takes over a finished file of this machine; the file is gone afterwards. May be repeated. */
  adopt(key: string, file: string): Promise<{ bytes: number }>
  /** Throws StoredObjectMissing, and RangeNotSatisfiable for a range that begins behind the end. */
  read(key: string, range?: ByteRange): Promise<Reading>
  stat(key: string): Promise<StoredObject | undefined>
  /** Everything below a folder, in no certain order. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** What is not there is removed already. */
  remove(key: string): Promise<void>
  /** Everything below a folder. */
  removeAll(prefix: string): Promise<void>
  /** In a folder the file itself, from a bucket a copy that is kept while somebody holds it. */
  localCopy(key: string): Promise<LocalCopy>
  /** Throws StorageUnusable when nothing can be written. */
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

/** The message is a sentence for the operator. */
export class StorageUnusable extends Error {
  override readonly name = 'StorageUnusable'
}
