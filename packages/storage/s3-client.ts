import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { defaultPartLimits } from './part-sizes.ts'
import { failureOf, type S3Place } from './s3-failure.ts'

/** A signed request. */
interface SignedRequest {
  url: string
  method: string
  headers: Headers
  body: Uint8Array<ArrayBuffer> | undefined
}

/** Sends it without following redirects. */
export type SendRequest = (request: SignedRequest, signal: AbortSignal) => Promise<Response>

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Empty for requests on the bucket itself. */
  name?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  /** Statuses to return as a response in addition to success. */
  expects?: readonly number[]
}

export interface S3RetryLimits {
  attempts: number
  /** Doubles with each attempt. */
  firstPauseMs: number
  /** From the first byte sent to the last byte of the response; for reads, to the headers. */
  timeoutMs: number
}

export const defaultRetryLimits: S3RetryLimits = {
  attempts: 5,
  firstPauseMs: 200,
  timeoutMs: 120_000,
}

const sendDirectly: SendRequest = ({ url, method, headers, body }, signal) =>
  fetch(url, { method, headers, ...(body && { body }), signal, redirect: 'manual' })

const isWorthRepeating = (status: number) => status >= 500 || status === 429 || status === 408

/** Signed requests to one bucket with path-style addresses and retries. */
export class S3Client {
  readonly #place: S3Place
  readonly #signer: AwsClient
  readonly patience: S3RetryLimits
  readonly #send: SendRequest

  /** `send`: for endpoints that customers enter, which may only be called through a guard. */
  constructor(place: S3Place, patience: S3RetryLimits, send = sendDirectly) {
    this.#place = place
    this.patience = patience
    this.#send = send
    const { accessKeyId, secretAccessKey, region } = place
    this.#signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  }

  async request(request: S3Request): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= this.patience.attempts
      try {
        const response = await this.#once(request)
        if (response.ok || request.expects?.includes(response.status)) return response
        const failure = await failureOf(response, request.method)
        if (isLast || !isWorthRepeating(response.status)) return Promise.reject(failure)
      } catch (error) {
        if (isLast) throw error
      }
      await pause(this.patience.firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2))
    }
  }

  async #once({ method, name = '', query = {}, headers = {}, body }: S3Request) {
    const { endpoint, bucket } = this.#place
    const url = new URL(`${endpoint}/${bucket}${name === '' ? '' : `/${name}`}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    // The storage compares the received content with the signed hash.
    const contentHash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = await this.#signer.sign(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': contentHash },
      ...(body && { body }),
    })
    // Not signed, because proxies change it; a compressed body would have another length.
    signed.headers.set('accept-encoding', 'identity')
    const ending = new AbortController()
    // Larger parts get more time in proportion.
    const timeoutMs =
      this.patience.timeoutMs * Math.max(1, (body?.byteLength ?? 0) / defaultPartLimits.bytesMin)
    const timer = setTimeout(
      () => ending.abort(new Error(`no answer within ${timeoutMs / 1000} seconds`)),
      timeoutMs,
    )
    try {
      const { url: address, headers: all } = signed
      return await this.#send({ url: address, method, headers: all, body }, ending.signal)
    } finally {
      clearTimeout(timer)
    }
  }
}
