import { callFailure, withoutZeroBytes } from '../outbound/call-failure.ts'
import { type OutboundFetch, OutboundRefused } from '../outbound/outbound.ts'
import type { Outcome } from './outcome.ts'

export const responseSeconds = 5
const answerMax = 500
const retryAfterSecondsMax = 3600

/** Failures before anything was sent. */
const unreached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

const mayHaveArrived = (error: unknown) =>
  !(error instanceof OutboundRefused) && !unreached.has((error as { code?: string }).code ?? '')

const retryAfter = (headers: Headers) => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0
    ? Math.min(seconds, retryAfterSecondsMax)
    : undefined
}

const refusalText = (status: number, answer: string) => {
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}, a redirect, which is not followed. Enter the address it leads to.`
  return `The receiver answered ${status}${answer ? `: ${answer}` : '.'}`
}

interface Post {
  url: string
  body: string
  headers?: Record<string, string>
}

/** Redirects are not followed, so that only the checked address is called. */
export const postJson = async (
  fetch: OutboundFetch,
  { url, body, headers }: Post,
  isAccepted: (status: number) => boolean = (status) => status >= 200 && status < 300,
): Promise<Outcome> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    const answer = withoutZeroBytes((await response.text()).trim().slice(0, answerMax))
    const { status } = response
    if (isAccepted(status)) return { isDelivered: true, statusCode: status, answer }
    const wait = retryAfter(response.headers)
    return {
      isDelivered: false,
      statusCode: status,
      answer,
      error: refusalText(status, answer),
      ...(wait !== undefined && { retryAfterSeconds: wait }),
    }
  } catch (error) {
    return {
      isDelivered: false,
      error: callFailure(error, responseSeconds),
      mayHaveArrived: mayHaveArrived(error),
    }
  }
}
