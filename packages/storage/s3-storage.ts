import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { LocalCopies } from './local-copies.ts'
import { type PartLimits, partSizes, defaultPartLimits } from './part-sizes.ts'
import { S3Client, type S3RetryLimits, defaultRetryLimits } from './s3-client.ts'
import { type S3Place, unusableFor } from './s3-failure.ts'
import { readObject } from './s3-reading.ts'
import { abandonUploads, uploadObject } from './s3-upload.ts'
import { readDeleteErrors, readListPage, writeDelete } from './s3-xml.ts'
import { checkedFolder, checkedKey, checkedPrefix, isStorageKey } from './storage-key.ts'
import type { ByteRange, Reading, Storage, StoredObject } from './storage.ts'
import { unless } from './synced-file.ts'

export interface S3Options extends S3Place {
  cacheFolder: string
  cacheBytesMax: number
  patience?: S3RetryLimits
  parts?: PartLimits
}

const deletedAtOnceMax = 1000
const uploadSecondsMax = 24 * 60 * 60

async function* once(bytes: Uint8Array) {
  yield bytes
}

class S3Storage implements Storage {
  readonly #client: S3Client
  readonly #place: S3Place
  readonly #prefix: string
  readonly #copies: LocalCopies
  readonly #parts: PartLimits

  constructor(client: S3Client, place: S3Place, copies: LocalCopies, parts: PartLimits) {
    this.#client = client
    this.#place = place
    this.#prefix = namePrefix(place)
    this.#copies = copies
    this.#parts = parts
  }

  #nameOf(key: string) {
    return `${this.#prefix}${checkedKey(key)}`
  }

  async write(key: string, source: Uint8Array | AsyncIterable<Uint8Array>) {
    return source instanceof Uint8Array
      ? this.#upload(key, once(source), source.byteLength)
      : this.#upload(key, source)
  }

  async #upload(key: string, chunks: AsyncIterable<Uint8Array>, totalBytes?: number) {
    const sizes = partSizes(this.#parts, totalBytes)
    const written = await uploadObject(this.#client, this.#nameOf(key), chunks, sizes)
    await this.#copies.forget((kept) => kept === key)
    return written
  }

  async adopt(key: string, file: string) {
    checkedKey(key)
    const found = await stat(file).catch(unless('ENOENT', undefined))
    if (!found) {
      // A retry after an interruption that followed the removal of the file.
      const stored = await this.stat(key)
      if (!stored) throw new Error(`There is no file ${file} to take over.`)
      return { bytes: stored.bytes }
    }
    const chunks = createReadStream(file) as AsyncIterable<Buffer>
    const { bytes } = await this.#upload(key, chunks, found.size)
    await rm(file, { force: true })
    return { bytes }
  }

  async read(key: string, range?: ByteRange): Promise<Reading> {
    return readObject({ client: this.#client, key, name: this.#nameOf(key) }, range)
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    const answer = await this.#client.request({
      method: 'HEAD',
      name: this.#nameOf(key),
      expects: [404],
    })
    if (!answer.ok) return undefined
    const { headers } = answer
    return {
      key,
      bytes: Number(headers.get('content-length')),
      modifiedAt: new Date(headers.get('last-modified') ?? 0),
    }
  }

  list(prefix: string) {
    return this.#pages(`${this.#prefix}${checkedPrefix(prefix)}`)
  }

  async *#pages(prefix: string): AsyncIterable<StoredObject> {
    let next: string | undefined
    do {
      const answer = await this.#client.request({
        method: 'GET',
        query: {
          'list-type': '2',
          ...(prefix !== '' && { prefix }),
          ...(next !== undefined && { 'continuation-token': next }),
        },
      })
      const page = readListPage(await answer.text())
      for (const { key: name, ...stored } of page.objects) {
        const key = name.slice(this.#prefix.length)
        // Other programs may store files in the same bucket.
        if (name.startsWith(prefix) && isStorageKey(key)) yield { key, ...stored }
      }
      if (page.next !== undefined && page.next === next)
        throw new Error('The object storage lists the same objects again and again.')
      next = page.next
    } while (next !== undefined)
  }

  async remove(key: string) {
    const name = this.#nameOf(key)
    const answer = await this.#client.request({ method: 'DELETE', name, expects: [404] })
    await answer.body?.cancel()
    await this.#copies.forget((kept) => kept === key)
  }

  async removeAll(prefix: string) {
    const folder = checkedFolder(prefix)
    let keys: string[] = []
    for await (const { key } of this.list(folder)) {
      keys.push(key)
      if (keys.length < deletedAtOnceMax) continue
      await this.#removeMany(keys)
      keys = []
    }
    if (keys.length > 0) await this.#removeMany(keys)
    await this.#copies.forget((kept) => kept.startsWith(folder))
  }

  async #removeMany(keys: readonly string[]) {
    const body = Buffer.from(writeDelete(keys.map((key) => this.#nameOf(key))))
    const answer = await this.#client.request({
      method: 'POST',
      query: { delete: '' },
      headers: {
        'content-type': 'application/xml',
        'content-md5': createHash('md5').update(body).digest('base64'),
      },
      body,
    })
    const problems = readDeleteErrors(await answer.text())
    if (problems.length > 0)
      throw new Error(`${problems.length} objects could not be removed, such as ${problems[0]}`)
  }

  localCopy(key: string) {
    return this.#copies.of(this, checkedKey(key))
  }

  async check() {
    const name = `${this.#prefix}check-${randomUUID()}`
    try {
      const sizes = partSizes(this.#parts, undefined)
      await uploadObject(this.#client, name, once(Buffer.from('Can this be written?')), sizes)
      await this.#client.request({ method: 'DELETE', name })
    } catch (error) {
      throw unusableFor(this.#place, error)
    }
  }
}

const namePrefix = ({ prefix }: S3Place) => checkedPrefix(prefix)

export const openS3Storage = async (options: S3Options): Promise<Storage> => {
  const {
    cacheFolder,
    cacheBytesMax,
    patience = defaultRetryLimits,
    parts = defaultPartLimits,
    ...place
  } = options
  const client = new S3Client(place, patience)
  const copies = await LocalCopies.open(cacheFolder, cacheBytesMax)
  const begunBefore = new Date(Date.now() - uploadSecondsMax * 1000)
  // Not every storage can list unfinished uploads; check() reports whether the storage works at all.
  abandonUploads(client, namePrefix(place), begunBefore).catch(() => {})
  return new S3Storage(client, place, copies, parts)
}
