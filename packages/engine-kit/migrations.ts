import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface MigrationFile {
  name: string
  text: string
  checksum: string
}

/** How an engine stores its migrations, and its name in messages. */
export interface MigrationStore<File extends MigrationFile> {
  words: { engine: string; migration: string; failed: string }
  /** Checksums by name. */
  applied: () => Promise<ReadonlyMap<string, string>>
  apply: (file: File) => Promise<void>
}

export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
  readonly isFinal = true
  readonly publicMessage: string

  constructor(publicMessage: string, cause?: unknown) {
    super(publicMessage, { cause })
    this.publicMessage = publicMessage
  }
}

/** The `*.sql` files of a folder, in the order of their names. */
export const readMigrations = async (folder: string): Promise<MigrationFile[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // A checkout with other line endings has the same checksum.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Applies the files that the engine does not have yet; returns their names. */
export const applyMigrations = async <File extends MigrationFile>(
  files: readonly File[],
  store: MigrationStore<File>,
): Promise<string[]> => {
  const pending = pendingMigrations(files, await store.applied(), store.words)
  for (const file of pending) {
    try {
      await store.apply(file)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const { migration, failed } = store.words
      throw new MigrationFailed(`The ${migration} ${file.name} ${failed}: ${reason}`, error)
    }
  }
  return pending.map((file) => file.name)
}

function pendingMigrations<File extends MigrationFile>(
  files: readonly File[],
  applied: ReadonlyMap<string, string>,
  { engine, migration }: MigrationStore<File>['words'],
): File[] {
  for (const name of applied.keys()) {
    if (!files.some((file) => file.name === name)) {
      throw new MigrationFailed(
        `${engine} knows the migration ${name}, which this version of the program lacks: it was migrated by a newer version.`,
      )
    }
  }
  for (const file of files) {
    const checksum = applied.get(file.name)
    if (checksum !== undefined && checksum !== file.checksum) {
      throw new MigrationFailed(
        `The ${migration} ${file.name} was changed after it had been applied; put the change into a new file.`,
      )
    }
  }
  return files.filter((file) => !applied.has(file.name))
}
