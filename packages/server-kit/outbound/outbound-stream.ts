import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { OpenedAddresses } from './opened-addresses.ts'
import { OutboundRefused, outboundGuard } from './outbound.ts'

/** An error whose message is shown to the person who gave the URL. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed'
  /** A retry may succeed. */
  readonly isTransient: boolean
  constructor(message: string, { isTransient = false, cause }: FailureDetail = {}) {
    super(message, { cause })
    this.isTransient = isTransient
  }
}

interface FailureDetail {
  isTransient?: boolean
  cause?: unknown
}

export interface DownloadOptions {
  bytesMax: number
  /** For the whole download. */
  timeoutMs: number
  /** Maximum time without receiving a byte. */
  idleMs?: number
  redirectsMax?: number
  signal?: AbortSignal | undefined
  /** Called with the announced size before the download and during it, because other writes may fill the disk as well. */
  hasRoomFor?: (bytes: number) => Promise<boolean>
  /** The total is undefined if the server does not send it. */
  onProgress?: ((bytes: number, totalBytes: number | undefined) => void) | undefined
}

interface Downloaded {
  bytes: number
  sha256: string
  contentType: string | undefined
}

const redirects = new Set([301, 302, 303, 307, 308])

const units = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const

export const sizeText = (bytes: number) => {
  const [size, unit] = units.find(([least]) => bytes >= least) ?? [1, 'bytes']
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`
}

const tooLarge = (bytesMax: number) =>
  new DownloadFailed(`The file is larger than ${sizeText(bytesMax)}.`)

const seconds = (milliseconds: number) => {
  const count = Math.round(milliseconds / 100) / 10
  return `${count} ${count === 1 ? 'second' : 'seconds'}`
}

const reasons: Record<string, string> = {
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host could not be looked up',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it broke off the connection',
  ETIMEDOUT: 'it did not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const unreachable = (error: unknown) => {
  const code = codeOf(error)
  const isAboutCertificate = /CERT|SIGNATURE|ISSUER|ERR_TLS|SSL|EPROTO/.test(code)
  const reason =
    reasons[code] ??
    (isAboutCertificate ? `its certificate was not accepted (${code})` : 'it gave no proper answer')
  return new DownloadFailed(`The address could not be reached: ${reason}.`, {
    isTransient: !isAboutCertificate && code !== 'ENOTFOUND',
    cause: error,
  })
}

/** Aborts a download, with a reason that people read. */
class Watch {
  readonly #controller = new AbortController()
  readonly #total: NodeJS.Timeout
  #idle: NodeJS.Timeout | undefined
  readonly #idleMs: number
  readonly signal: AbortSignal

  constructor({ timeoutMs, idleMs = 30_000, signal }: DownloadOptions) {
    this.#idleMs = idleMs
    this.#total = setTimeout(() => {
      const message = `The address did not send the file within ${seconds(timeoutMs)}.`
      this.#controller.abort(new DownloadFailed(message))
    }, timeoutMs)
    this.signal = signal
      ? AbortSignal.any([this.#controller.signal, signal])
      : this.#controller.signal
    this.sawBytes()
  }

  sawBytes() {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      const message = `The address sent nothing for ${seconds(this.#idleMs)}.`
      this.#controller.abort(new DownloadFailed(message, { isTransient: true }))
    }, this.#idleMs)
  }

  end() {
    clearTimeout(this.#idle)
    clearTimeout(this.#total)
  }
}

type Guard = Pick<ReturnType<typeof outboundGuard>, 'check'> & {
  lookup: LookupFunction | undefined
}

const ask = (url: URL, { lookup, check }: Guard, watch: Watch) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    check(url)
    if (url.username !== '' || url.password !== '')
      throw new OutboundRefused('The address must not contain a user name or password.')
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const sent = request(
      url,
      {
        // Bytes are stored as sent: nothing is decompressed, so a small response cannot become huge.
        headers: { 'user-agent': 'playhead', accept: '*/*', 'accept-encoding': 'identity' },
        signal: watch.signal,
        agent: false,
        ...(lookup && { lookup }),
      },
      resolve,
    )
    sent.on('error', reject)
    sent.end()
  })

const follow = async (given: string | URL, guard: Guard, watch: Watch, redirectsMax: number) => {
  let url = parsed(given)
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const message = await ask(url, guard, watch)
    const status = message.statusCode ?? 0
    if (!redirects.has(status)) return message
    message.destroy()
    const { location } = message.headers
    if (!location) throw new DownloadFailed(`The address answered ${status} without a new address.`)
    url = parsed(location, url)
  }
  throw new DownloadFailed(`The address redirects more than ${redirectsMax} times.`)
}

const parsed = (given: string | URL, base?: URL) => {
  if (!URL.canParse(String(given), base?.href))
    throw new DownloadFailed('This is not a valid address.')
  return new URL(given, base)
}

const lengthOf = (message: IncomingMessage) => {
  const length = message.headers['content-length']
  return length === undefined ? undefined : Number(length)
}

const refuseAnswer = (message: IncomingMessage, bytesMax: number) => {
  const status = message.statusCode ?? 0
  if (status !== 200)
    throw new DownloadFailed(`The address answered ${status}.`, {
      isTransient: status >= 500 || status === 408 || status === 429,
    })
  const encoding = message.headers['content-encoding']
  if (encoding && encoding !== 'identity')
    throw new DownloadFailed(`The address answered with a compressed file (${encoding}).`)
  if ((lengthOf(message) ?? 0) > bytesMax) throw tooLarge(bytesMax)
}

const writeAll = async (handle: FileHandle, piece: Buffer) => {
  for (let written = 0; written < piece.length;)
    written += (await handle.write(piece, written, piece.length - written)).bytesWritten
}

const roomCheckedEveryBytes = 32 * 2 ** 20

const noRoom = (cause?: unknown) =>
  new DownloadFailed('This server has no space left for the file.', { isTransient: true, cause })

const receive = async (
  message: IncomingMessage,
  handle: FileHandle,
  watch: Watch,
  { bytesMax, onProgress, hasRoomFor = async () => true }: DownloadOptions,
): Promise<Downloaded> => {
  const total = lengthOf(message)
  if (!(await hasRoomFor(total ?? 0))) throw noRoom()
  const hash = createHash('sha256')
  let bytes = 0
  const brokeOff = (cause?: unknown) =>
    new DownloadFailed(
      `The address broke off after ${bytes}${total === undefined ? '' : ` of ${total}`} bytes.`,
      { isTransient: true, cause },
    )
  try {
    for await (const piece of message as AsyncIterable<Buffer>) {
      watch.sawBytes()
      bytes += piece.length
      if (bytes > bytesMax) throw tooLarge(bytesMax)
      hash.update(piece)
      await writeAll(handle, piece)
      const isDue = bytes % roomCheckedEveryBytes < piece.length
      if (isDue && !(await hasRoomFor(0))) throw noRoom()
      onProgress?.(bytes, total)
    }
  } catch (error) {
    throw codeOf(error) === 'ECONNRESET' ? brokeOff(error) : error
  }
  if (total !== undefined && bytes !== total) throw brokeOff()
  await handle.sync()
  return { bytes, sha256: hash.digest('hex'), contentType: message.headers['content-type'] }
}

const explained = (error: unknown, watch: Watch) => {
  if (watch.signal.aborted) return watch.signal.reason as unknown
  if (error instanceof OutboundRefused || error instanceof DownloadFailed) return error
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return noRoom(error)
  return unreachable(error)
}

/**
 * Downloads the file of a user-supplied URL to this machine: durable once it returns, removed if it
 * fails. Every redirect is checked again. Throws DownloadFailed, or OutboundRefused for addresses
 * that must not be called, or the reason of the given signal.
 */
export const downloadTo = (
  settings: { openedAddresses: OpenedAddresses },
  url: string | URL,
  file: string,
  options: DownloadOptions,
) => downloadThrough(outboundGuard(settings), url, file, options)

export const downloadThrough = async (
  guard: Guard,
  url: string | URL,
  file: string,
  options: DownloadOptions,
): Promise<Downloaded> => {
  options.signal?.throwIfAborted()
  const handle = await open(file, 'w', 0o600)
  const watch = new Watch(options)
  try {
    const message = await follow(url, guard, watch, options.redirectsMax ?? 5)
    try {
      refuseAnswer(message, options.bytesMax)
      return await receive(message, handle, watch, options)
    } finally {
      message.destroy()
    }
  } catch (error) {
    await rm(file, { force: true })
    throw explained(error, watch)
  } finally {
    watch.end()
    await handle.close()
  }
}
