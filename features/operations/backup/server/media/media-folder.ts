import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { codeOf, renameSynced, unless, writeSynced } from '@playhead/storage/synced-file.ts'
import { damaged, refusal } from '../file/backup-format.ts'
import { derive, KeyHint, knownKey, newKey } from '../file/passphrase.ts'
import { NotAuthentic, seal, sealedSize, unseal } from '../file/sealed-stream.ts'
import { renameIntoPlace } from '../file/synced-file.ts'

const describing = 'playhead-media.json'
const saltBytes = 16
/** Far longer than any description. */
const describingMaxBytes = 4_096
const leftAfterMs = 24 * 3_600_000

const Description = z.strictObject({
  format: z.literal('playhead-media'),
  version: z.literal(1),
  encryption: z.optional(KeyHint),
})

/** How a backup identifies the content of a media file. */
export interface Content {
  bytes: number
  sha256: string
}

/**
 * The contents of media files, in a folder next to the backups that name them. Each is stored once, under its checksum
 * or under an HMAC of it that reveals nothing without the passphrase. Existing files are never overwritten.
 */
export class MediaFolder {
  readonly #path: string
  readonly #key: Buffer | undefined

  private constructor(path: string, key: Buffer | undefined) {
    this.#path = path
    this.#key = key
  }

  /** Creates the folder if it is missing; a concurrent backup may have created it first. */
  static async make(path: string, passphrase: string | undefined) {
    await mkdir(path, { mode: 0o700 }).catch(unless('EEXIST', undefined))
    const made = passphrase === undefined ? undefined : await newKey(passphrase)
    const content = {
      format: 'playhead-media',
      version: 1,
      ...(made && { encryption: made.hint }),
    }
    const temporary = join(path, `.${randomUUID()}`)
    try {
      if (!(await stat(join(path, describing)).catch(() => undefined))) {
        await writeSynced(temporary, Buffer.from(`${JSON.stringify(content)}\n`))
        await renameIntoPlace(temporary, join(path, describing))
      }
    } finally {
      await rm(temporary, { force: true })
    }
    const folder = await MediaFolder.open(path, passphrase)
    await folder.#clear()
    return folder
  }

  static async open(path: string, passphrase: string | undefined) {
    const file = join(path, describing)
    const noFolder = (error: unknown) =>
      refusal(`There is no folder of media ${path} (${codeOf(error)}).`, error)
    const found = await stat(file).catch((error: unknown) => {
      throw noFolder(error)
    })
    const noDescription = refusal(`${file} does not describe a folder of media.`)
    // Devices and pipes never end, and the author of a backup may have put links to them there.
    if (!found.isFile() || found.size > describingMaxBytes) throw noDescription
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      throw noFolder(error)
    })
    const { success, data } = Description.safeParse(parse(text))
    if (!success) throw noDescription
    if (data.encryption === undefined) {
      if (passphrase === undefined) return new MediaFolder(path, undefined)
      throw refusal(
        `The media in ${path} are not encrypted: name another --media-folder for an encrypted backup.`,
      )
    }
    if (passphrase === undefined)
      throw refusal(`The media in ${path} are encrypted: give --passphrase-file.`)
    const key = await knownKey(passphrase, data.encryption)
    if (!key) throw refusal(`The passphrase does not open the media in ${path}.`)
    return new MediaFolder(path, key)
  }

  #fileOf(sha256: string) {
    const name = this.#key
      ? createHmac('sha256', derive(this.#key, 'names')).update(sha256).digest('hex')
      : sha256
    return join(this.#path, name.slice(0, 2), name)
  }

  #sizeOf(bytes: number) {
    return this.#key ? saltBytes + sealedSize(bytes) : bytes
  }

  /** Touches the file: one that is older than the oldest backup is needed by none. */
  async has({ bytes, sha256 }: Content) {
    const file = this.#fileOf(sha256)
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile() || found.size !== this.#sizeOf(bytes)) return false
    const now = new Date()
    await utimes(file, now, now)
    return true
  }

  /** Also stores content whose checksum is not known yet. */
  async put(source: AsyncIterable<Uint8Array>): Promise<Content> {
    const unfinished = join(this.#path, `.${randomUUID()}`)
    const hash = createHash('sha256')
    let bytes = 0
    async function* counted() {
      for await (const piece of source) {
        hash.update(piece)
        bytes += piece.byteLength
        yield piece
      }
    }
    try {
      await writeSynced(unfinished, this.#key ? this.#sealed(this.#key, counted()) : counted())
      const content = { bytes, sha256: hash.digest('hex') }
      if (!(await this.has(content))) await renameSynced(unfinished, this.#fileOf(content.sha256))
      return content
    } finally {
      await rm(unfinished, { force: true })
    }
  }

  async *#sealed(key: Buffer, source: AsyncIterable<Uint8Array>) {
    const salt = randomBytes(saltBytes)
    yield salt
    yield* seal(derive(key, 'media', salt), source)
  }

  /** Throws at the end if the content does not match, so a reader must not use it before. */
  async *read({ bytes, sha256 }: Content): AsyncGenerator<Uint8Array> {
    const file = this.#fileOf(sha256)
    const hash = createHash('sha256')
    let read = 0
    try {
      const found = await stat(file)
      // Devices and pipes never end.
      if (!found.isFile() || found.size !== this.#sizeOf(bytes)) throw new NotAuthentic('Its size.')
      for await (const piece of this.#key ? this.#unsealed(this.#key, file) : bytesOf(file)) {
        hash.update(piece)
        read += piece.byteLength
        if (read > bytes) throw new NotAuthentic('It grew.')
        yield piece
      }
    } catch (error) {
      if (error instanceof NotAuthentic) throw damaged(`the media file ${file} was altered`, error)
      if (codeOf(error) === 'ENOENT') throw damaged(`the media file ${file} is missing`, error)
      throw error
    }
    if (read !== bytes || hash.digest('hex') !== sha256)
      throw damaged(`the media file ${file} was altered`)
  }

  async *#unsealed(key: Buffer, file: string) {
    const salt = await buffer(createReadStream(file, { end: saltBytes - 1 }))
    yield* unseal(derive(key, 'media', salt), bytesOf(file, saltBytes))
  }

  /** Removes unfinished files of a program that was killed. */
  async #clear() {
    for (const name of await readdir(this.#path)) {
      if (!name.startsWith('.')) continue
      const file = join(this.#path, name)
      const found = await stat(file).catch(() => undefined)
      if (found && found.mtimeMs < Date.now() - leftAfterMs) await rm(file, { force: true })
    }
  }
}

const bytesOf = (file: string, start = 0) =>
  createReadStream(file, { start, highWaterMark: 2 ** 18 }) as AsyncIterable<Buffer>

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
