import { createHash } from 'node:crypto'
import type { S3Client } from './s3-client.ts'
import { failureOf, S3Failure } from './s3-failure.ts'
import { elementText, readUploads, writeCompletion } from './s3-xml.ts'
import type { Written } from './storage.ts'

/** Parts of these sizes, the last one smaller; only a single part may be empty. */
async function* partsOf(source: AsyncIterable<Uint8Array>, sizeOf: (place: number) => number) {
  let place = 0
  let size = sizeOf(place)
  let chunks: Uint8Array[] = []
  let held = 0
  for await (const chunk of source) {
    let rest = chunk
    while (held + rest.byteLength > size) {
      yield Buffer.concat([...chunks, rest.subarray(0, size - held)])
      rest = rest.subarray(size - held)
      chunks = []
      held = 0
      place += 1
      size = sizeOf(place)
    }
    chunks.push(rest)
    held += rest.byteLength
  }
  yield Buffer.concat(chunks)
}

class PartedUpload {
  readonly #client: S3Client
  readonly #name: string
  readonly #id: string
  readonly #etags: string[] = []

  private constructor(client: S3Client, name: string, id: string) {
    this.#client = client
    this.#name = name
    this.#id = id
  }

  static async begin(client: S3Client, name: string) {
    const answer = await client.request({ method: 'POST', name, query: { uploads: '' } })
    const id = elementText(await answer.text(), 'UploadId')
    if (!id) throw new Error('The object storage began an upload without naming it.')
    return new PartedUpload(client, name, id)
  }

  async add(part: Uint8Array<ArrayBuffer>) {
    const number = this.#etags.push('')
    const answer = await this.#client.request({
      method: 'PUT',
      name: this.#name,
      query: { partNumber: String(number), uploadId: this.#id },
      body: part,
    })
    await answer.body?.cancel()
    this.#etags[number - 1] = answer.headers.get('etag') ?? ''
  }

  async complete() {
    const answer = await this.#client.request({
      method: 'POST',
      name: this.#name,
      query: { uploadId: this.#id },
      headers: { 'content-type': 'application/xml' },
      body: Buffer.from(writeCompletion(this.#etags)),
    })
    // The storage may start a 200 response before it knows the result.
    const text = await answer.clone().text()
    if (/<Error>/.test(text)) throw await failureOf(answer, 'completing an upload')
  }

  async abandon() {
    await this.#client.request({
      method: 'DELETE',
      name: this.#name,
      query: { uploadId: this.#id },
      expects: [404],
    })
  }
}

const bytesStored = async (client: S3Client, name: string) => {
  const answer = await client.request({ method: 'HEAD', name, expects: [404] })
  return answer.ok ? Number(answer.headers.get('content-length')) : undefined
}

/** The object appears when the upload is completed. */
export const uploadObject = async (
  client: S3Client,
  name: string,
  source: AsyncIterable<Uint8Array>,
  sizeOf: (place: number) => number,
): Promise<Written> => {
  const hash = createHash('sha256')
  let bytes = 0
  let upload: PartedUpload | undefined
  let sending: Promise<void> = Promise.resolve()
  let held: Uint8Array<ArrayBuffer> | undefined
  try {
    for await (const part of partsOf(source, sizeOf)) {
      hash.update(part)
      bytes += part.byteLength
      if (held) {
        upload ??= await PartedUpload.begin(client, name)
        await sending
        sending = upload.add(held)
        // Awaited above or below; until then a failure must not count as unhandled.
        sending.catch(() => {})
      }
      held = part
    }
    await sending
    if (upload) {
      await upload.add(held!)
      await completeOnce(client, name, upload, bytes)
    } else await (await client.request({ method: 'PUT', name, body: held! })).body?.cancel()
  } catch (error) {
    await sending.catch(() => {})
    await upload?.abandon().catch(() => {})
    throw error
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** If the response was lost, the upload is already complete and its id is unknown. */
const completeOnce = async (
  client: S3Client,
  name: string,
  upload: PartedUpload,
  bytes: number,
) => {
  try {
    await upload.complete()
  } catch (error) {
    const isCompleted =
      error instanceof S3Failure &&
      error.code === 'NoSuchUpload' &&
      (await bytesStored(client, name)) === bytes
    if (!isCompleted) throw error
  }
}

/** Parts of an unfinished upload are stored, and billed, until the upload is aborted. */
export const abandonUploads = async (client: S3Client, prefix: string, olderThan: Date) => {
  const answer = await client.request({ method: 'GET', query: { uploads: '', prefix } })
  for (const { key, uploadId, begunAt } of readUploads(await answer.text()))
    if (uploadId !== '' && key.startsWith(prefix) && begunAt < olderThan)
      await client.request({ method: 'DELETE', name: key, query: { uploadId }, expects: [404] })
}
