import { lookup as resolveHost } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isMetadata, type OpenedAddresses, opensWhat } from './opened-addresses.ts'

export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
}

interface OutboundInit {
  method?: string | undefined
  headers?: Record<string, string> | Headers | undefined
  body?: string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream | null | undefined
  signal?: AbortSignal | null | undefined
}

export type OutboundFetch = (url: string | URL, init?: OutboundInit) => Promise<Response>

interface Limits {
  timeoutMs: number
  bytesMax: number
  /** For callers that need only the beginning of a response. */
  cutsLongAnswers?: boolean
}

const defaultLimits: Limits = { timeoutMs: 10_000, bytesMax: 1_048_576 }

const refused = (host: string, canBeAllowed = true) =>
  new OutboundRefused(
    `${host} is a private address; calls to it are not allowed.${
      canBeAllowed ? ' An operator can allow it with PLAYHEAD_ALLOW_PRIVATE_ADDRESSES.' : ''
    }`,
  )

/** Connects to exactly the address that was checked, so that a DNS change in between has no effect. */
const guardedLookup =
  (mayReach: (host: string, address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolveHost(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 4)
      if (addresses.length === 0 || addresses.some(({ address }) => !mayReach(hostname, address)))
        return callback(
          refused(hostname, !addresses.some(({ address }) => isMetadata(address))),
          '',
          4,
        )
      if (options.all) return callback(null, addresses)
      return callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }

const read = async (message: IncomingMessage, { bytesMax, cutsLongAnswers }: Limits) => {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of message as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > bytesMax) {
      message.destroy()
      if (cutsLongAnswers) return Buffer.concat([...pieces, piece]).subarray(0, bytesMax)
      throw new OutboundRefused(`The answer is larger than ${bytesMax} bytes.`)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const answer = (message: IncomingMessage, body: Buffer) => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headersDistinct))
    for (const one of value ?? []) headers.append(name, one)
  const status = message.statusCode ?? 502
  const isEmpty = [204, 205, 304].includes(status)
  return new Response(isEmpty ? null : new Uint8Array(body), { status, headers })
}

const send = (
  url: URL,
  init: OutboundInit,
  payload: Buffer,
  lookup: LookupFunction,
  limits: Limits,
) =>
  new Promise<Response>((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const sent = request(
      url,
      {
        method: init.method ?? 'GET',
        headers: {
          'user-agent': 'playhead',
          ...Object.fromEntries(new Headers(init.headers)),
          'accept-encoding': 'identity',
        },
        ...(init.signal && { signal: init.signal }),
        agent: false,
        lookup,
      },
      (message) => {
        read(message, limits).then((body) => resolve(answer(message, body)), reject)
      },
    )
    // The garbage collector may remove a timeout signal that is combined with others, so that it never fires.
    const timer = setTimeout(() => {
      reject(new DOMException('The call was aborted after its timeout.', 'TimeoutError'))
      sent.destroy()
    }, limits.timeoutMs)
    sent.on('close', () => clearTimeout(timer))
    sent.on('error', reject)
    sent.end(payload)
  })

/** Checks a URL before anything is sent to it; `lookup` then checks the addresses that its name resolves to. */
export const outboundGuard = ({ openedAddresses }: { openedAddresses: OpenedAddresses }) => {
  const { mayReach } = opensWhat(openedAddresses)
  const check = (url: URL) => {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new OutboundRefused(`${url.protocol} addresses are not called.`)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isMetadata(host)) throw refused(host, false)
    if (isIP(host) && !mayReach(host, host)) throw refused(host)
  }
  return { lookup: guardedLookup(mayReach), check }
}

/**
 * The only way to call user-supplied URLs. It never follows a redirect, so only the checked address
 * is called; responses are limited in time and size.
 */
export const outboundFetch = (
  settings: { openedAddresses: OpenedAddresses },
  limits: Partial<Limits> = {},
): OutboundFetch => {
  const { lookup, check } = outboundGuard(settings)
  return async (target, init = {}) => {
    const url = new URL(target)
    check(url)
    const body = new Response(init.body as ConstructorParameters<typeof Response>[0])
    const type = body.headers.get('content-type')
    const headers = new Headers(init.headers)
    if (type && !headers.has('content-type')) headers.set('content-type', type)
    const payload = Buffer.from(await body.arrayBuffer())
    if (payload.length > 0) headers.set('content-length', String(payload.length))
    return send(url, { ...init, headers }, payload, lookup, { ...defaultLimits, ...limits })
  }
}
