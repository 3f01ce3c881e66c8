import { setTimeout as pause } from 'node:timers/promises'
import type { S3Client } from './s3-client.ts'
import {
  type ByteRange,
  RangeNotSatisfiable,
  StoredObjectMissing,
  type Reading,
} from './storage.ts'

interface Asked {
  client: S3Client
  key: string
  name: string
}

const get = async ({ client, key, name }: Asked, range: string | undefined, etag?: string) => {
  const answer = await client.request({
    method: 'GET',
    name,
    headers: { ...(range && { range }), ...(etag && { 'if-match': etag }) },
    expects: [404, 416],
  })
  if (answer.ok) return answer
  await answer.body?.cancel()
  if (answer.status === 404) throw new StoredObjectMissing(key)
  const total = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]
  throw new RangeNotSatisfiable(key, Number(total ?? 0))
}

/** A storage that ignores the range would send other bytes than those that belong here. */
const getPart = async (asked: Asked, start: number, end: number | undefined, etag?: string) => {
  const answer = await get(asked, `bytes=${start}-${end ?? ''}`, etag)
  const [, first, last, total] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? []
  if (answer.status !== 206 || Number(first) !== start) {
    await answer.body?.cancel()
    throw new Error('The object storage gives no part of an object.')
  }
  return { answer, last: Number(last), totalBytes: Number(total) }
}

/** A body that stalls counts as broken; the time its reader takes does not count. */
async function* patiently(answer: Response, timeoutMs: number) {
  const reader = answer.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const ending = new AbortController()
      const silence = pause(timeoutMs, undefined, { signal: ending.signal }).then(() => {
        throw new Error('The object storage stopped in the middle of an object.')
      })
      const next = reader.read()
      silence.catch(() => {})
      next.catch(() => {})
      const { done, value } = await Promise.race([next, silence]).finally(() => ending.abort())
      if (done) return
      yield value as Uint8Array
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Resumes an interrupted read at its position, with the same version of the object. */
async function* continuing(asked: Asked, first: Response, start: number, end: number) {
  const etag = first.headers.get('etag') ?? undefined
  const { attempts, timeoutMs, firstPauseMs } = asked.client.patience
  let at = start
  let answer = first
  for (let attempt = 1; at <= end; attempt += 1) {
    try {
      for await (const chunk of patiently(answer, timeoutMs)) {
        // Some storages send more than the requested range.
        const wanted = chunk.subarray(0, end + 1 - at)
        at += wanted.byteLength
        yield wanted
        if (at > end) return
      }
      if (at > end) return
      throw new Error('The object storage sent less than it announced.')
    } catch (error) {
      if (attempt >= attempts) throw error
      await pause(firstPauseMs * 2 ** (attempt - 1))
      answer = (await getPart(asked, at, end, etag)).answer
    }
  }
}

export const readObject = async (asked: Asked, range?: ByteRange): Promise<Reading> => {
  const { start = 0, end } = range ?? {}
  const isOrdered = Number.isSafeInteger(start) && start >= 0 && (end ?? start) >= start
  if (!isOrdered) throw new RangeNotSatisfiable(asked.key, 0)
  if (!range) {
    const answer = await get(asked, undefined)
    const length = Number(answer.headers.get('content-length'))
    return { totalBytes: length, bytes: continuing(asked, answer, 0, length - 1) }
  }
  const { answer, last, totalBytes } = await getPart(asked, start, end)
  return {
    totalBytes,
    bytes: continuing(asked, answer, start, Math.min(last, end ?? Infinity)),
  }
}
