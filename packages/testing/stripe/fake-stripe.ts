import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Disturbances } from './disturbances.ts'
import { sendPage } from './payment-page.ts'
import { type Answer, isOfExecution, RememberedAnswers } from './remembered-answers.ts'
import { aSignedEvent, type StripeEvent } from './sign-event.ts'
import { StripeAccount } from './stripe-account.ts'
import { runCall } from './stripe-calls.ts'
import { aBadRequest, StripeErrorAnswer } from './stripe-error.ts'
import { anId, type Metadata } from './stripe-objects.ts'

interface Received {
  method: string
  path: string
  key: string | undefined
  body: string
}

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_secretOfTheFake',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_ofTheFake',
  STRIPE_WEBHOOK_SECRET: 'whsec_secretOfTheFake',
}

const errorOf = (status: number): Answer => ({
  status,
  body: {
    error: {
      type: status === 429 ? 'invalid_request_error' : 'api_error',
      ...(status === 429 && { code: 'rate_limit' }),
      message: `The fake was asked to answer ${status}.`,
    },
  },
})

/**
 * A local HTTP server that does what Stripe does for the calls that the server makes: keys are remembered for a day, events
 * are signed, and calls go wrong on request. Its state is in memory. Facts: docs.stripe.com/api, version 2026-10-28.
 */
export const startFakeStripe = async (now: () => Date = () => new Date()) => {
  const account = new StripeAccount(() => now().getTime())
  const remembered = new RememberedAnswers(() => now().getTime())
  const disturbances = new Disturbances()
  const received: Received[] = []
  const tags = new Map<string, Metadata>()
  let url = ''

  const execute = (one: Received): Answer => {
    try {
      const asked = { method: one.method, url: new URL(one.path, url), body: one.body }
      return { status: 200, body: runCall({ account, url, tags }, asked) }
    } catch (error) {
      if (!(error instanceof StripeErrorAnswer)) throw error
      if (one.key !== undefined && !isOfExecution(error)) remembered.forget(one.key)
      return { status: error.status, body: error.body }
    }
  }

  const answerOnce = async (one: Received): Promise<Answer | 'cut'> => {
    const pathname = new URL(one.path, url).pathname
    const { key } = one
    const known = key && remembered.take(key, `${one.method} ${pathname} ${one.body}`)
    if (known) return known
    const disturbance = disturbances.take(one.method, pathname)
    if (!disturbance) {
      const answer = execute(one)
      if (key !== undefined) remembered.keep(key, answer)
      return answer
    }
    const { kind, isDone, arrived, released } = disturbance
    const status = typeof kind === 'number' ? errorOf(kind) : undefined
    const done = isDone ? execute(one) : undefined
    // Of what was begun, the key remembers the answer, be it an error.
    if (done && key !== undefined) remembered.keep(key, status ?? done)
    arrived()
    await released
    if (kind === 'hold') {
      const answer = done ?? execute(one)
      if (key !== undefined) remembered.keep(key, answer)
      return answer
    }
    if (!done && key !== undefined) remembered.forget(key)
    return status ?? 'cut'
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const path = request.url ?? '/'
    const page = /^\/c\/pay\/([^/?]+)/.exec(path)
    if (page) return sendPage({ account, tags }, request, { id: page[1]!, body }, response)
    const key = request.headers['idempotency-key']
    const one = {
      method: request.method ?? '',
      path,
      key: typeof key === 'string' ? key : undefined,
      body,
    }
    received.push(one)
    let given: Answer | 'cut'
    try {
      if (request.headers.authorization !== `Bearer ${keys.STRIPE_SECRET_KEY}`)
        throw aBadRequest('Invalid API Key provided: sk_test_****', {}, 401)
      given = await answerOnce(one)
    } catch (error) {
      if (!(error instanceof StripeErrorAnswer)) throw error
      given = { status: error.status, body: error.body }
    }
    if (given === 'cut') return request.socket.destroy()
    return response
      .writeHead(given.status, {
        'content-type': 'application/json',
        'request-id': anId('req'),
        'stripe-version': '2026-10-28.endive',
      })
      .end(JSON.stringify(given.body))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      process.stderr.write(`The fake of Stripe failed: ${String(error)}\n`)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    account,
    /** The calls so far. */
    received,
    /** For a program that uses this fake. */
    settings: { PLAYHEAD_BILLING: 'stripe', STRIPE_API_URL: url, ...keys },
    /** The next call of this kind gets this status; `isDone`: the account has done what was asked nevertheless. */
    refuse: (call: string, status: number, more: { isDone?: boolean; times?: number } = {}) =>
      disturbances.add(call, { kind: status, ...more }),
    /** The next call of this kind gets no answer. */
    cut: (call: string, more: { isDone?: boolean; times?: number } = {}) =>
      disturbances.add(call, { kind: 'cut', ...more }),
    /** The next call of this kind gets its answer, or none, once it is released. */
    hold(call: string, { isDone = false, isCut = false } = {}) {
      let arrived = () => {}
      let release = () => {}
      const isThere = new Promise<void>((resolve) => (arrived = resolve))
      const released = new Promise<void>((resolve) => (release = resolve))
      disturbances.add(call, { kind: isCut ? 'cut' : 'hold', isDone, arrived, released })
      return { arrived: isThere, release }
    },
    /** All calls go well again. */
    calm: () => disturbances.clear(),
    /** The request that Stripe sends about an event. */
    sign: (event: StripeEvent, { at = now(), secret = keys.STRIPE_WEBHOOK_SECRET } = {}) =>
      aSignedEvent(event, { secret, at }),
    /** The payer uses a method on the page of a session. */
    completeSession: (id: string, outcome: Parameters<typeof account.completeSession>[1]) =>
      account.completeSession(id, outcome, tags.get(id) ?? {}),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>
