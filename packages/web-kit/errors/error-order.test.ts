import { beforeEach, describe, expect, test } from 'vitest'
import { responseError, CallError, failureOf } from '../calls/call-error.ts'
import type { ErrorEffects } from './error-effects.ts'
import { errorOrder, handleCallError, type Handling } from './error-order.ts'

const happened: string[] = []
const effects: ErrorEffects = {
  redirectTo: (path) => happened.push(path),
  showBadEnvironment: () => happened.push('bad environment'),
  requireUpgrade: (name) => happened.push(`upgrade ${name}`),
  showNotFound: (messages) => happened.push(`not found: ${messages.join()}`),
  showSlowDown: () => happened.push('slow down'),
  showDemo: (messages) => happened.push(`demo: ${messages.join()}`),
  showModal: (messages) => happened.push(`modal: ${messages.join()}`),
  showToast: (messages, logHref) =>
    happened.push(`toast: ${messages.join()}${logHref ? ` at ${logHref}` : ''}`),
}

beforeEach(() => {
  happened.length = 0
  // Other files of this worker leave their address behind, and on a page of billing the order is another.
  history.replaceState(null, '', '/')
})

const answer = (status: number, type: string, messages = ['No.'], name?: string) =>
  responseError(status, { error: { type, messages, name } })

const handle = (error: CallError, handling: Handling = {}) => {
  handleCallError(error, handling, effects)
  return happened
}

describe('the order', () => {
  test('SHELL-103 the steps follow the order of the requirements', () => {
    expect(errorOrder.map(({ name }) => name)).toEqual([
      'custom handler',
      'invalid environment',
      'plan refusal',
      '402 disabled user',
      '402',
      '404',
      '429',
      '400 invalid timeframe',
      '401 unauthenticated organization',
      // Not part of the requirements: the organization requires a second factor.
      '403 second factor required',
      // Neither: a visitor of a public demo.
      '403 demo',
      '401',
      'modal',
      'cancelled',
      'toast',
    ])
  })

  test('SHELL-103 only the first step that matches runs', () => {
    expect(handle(answer(404, 'not_found'), { showModal: true })).toEqual(['not found: No.'])
  })

  test('SHELL-104 a custom handler wins over every other step', () => {
    const seen: CallError[] = []
    const handleError = (error: CallError) => void seen.push(error)
    for (const error of [answer(402, 'disabled_user'), answer(404, 'not_found')])
      handle(error, { handleError, showModal: true })
    expect(seen).toHaveLength(2)
    expect(happened).toEqual([])
  })

  test('SHELL-104 a custom handler that answers false leaves it to the next steps', () => {
    expect(handle(answer(429, 'too_many_requests'), { handleError: () => false })).toEqual([
      'slow down',
    ])
  })

  test('SHELL-097 invalid_environment shows the bad environment state, right after the custom handler', () => {
    expect(handle(answer(402, 'invalid_environment'))).toEqual(['bad environment'])
  })

  test('SHELL-116 a plan refusal asks for an upgrade, by name', () => {
    expect(handle(answer(403, 'upgrade_required', ['x'], 'Alerts'))).toEqual(['upgrade Alerts'])
  })

  test('SHELL-105 402 of a disabled user goes to /logout', () => {
    expect(handle(answer(402, 'disabled_user'))).toEqual(['/logout'])
  })

  test('SHELL-106 any other 402 goes to /settings/billing', () => {
    expect(handle(answer(402, 'payment_required'))).toEqual(['/settings/billing'])
  })

  test('SHELL-107 404 shows the data-not-found state', () => {
    expect(handle(answer(404, 'not_found'))).toEqual(['not found: No.'])
  })

  test('SHELL-108 429 shows the too-many-requests state', () => {
    expect(handle(answer(429, 'too_many_requests'))).toEqual(['slow down'])
  })

  test('SHELL-109 400 with invalid_timeframe is ignored, another 400 is not', () => {
    expect(handle(answer(400, 'invalid_timeframe'))).toEqual([])
    expect(handle(answer(400, 'invalid_parameters'))).toEqual(['toast: No.'])
  })

  test('SHELL-110 401 unauthenticated_organization goes to /sso-required', () => {
    expect(handle(answer(401, 'unauthenticated_organization'))).toEqual(['/sso-required'])
  })

  test('SHELL-111 any other 401 goes to /logout', () => {
    expect(handle(answer(401, 'unauthorized'))).toEqual(['/logout'])
  })

  test('SHELL-112 with showModal a dialog lists the messages', () => {
    expect(handle(answer(500, 'internal', ['a', 'b']), { showModal: true })).toEqual(['modal: a,b'])
  })

  test('SHELL-113 a cancelled request is ignored', () => {
    expect(handle(failureOf('request_cancelled'))).toEqual([])
  })

  test('SHELL-114 the toast of a call that is logged leads to it', () => {
    const error = responseError(500, { error: { type: 'internal', messages: ['No.'] } }, '/logs/1')
    expect(handle(error)).toEqual(['toast: No. at /logs/1'])
  })

  test('SHELL-114 anything else is a toast with its messages, or with a general one', () => {
    handle(answer(500, 'internal', ['Disk full.']))
    handle(answer(500, 'internal', []))
    expect(happened).toEqual([
      'toast: Disk full.',
      'toast: Something went wrong, please try again later.',
    ])
  })

  test('a quiet call shows nothing and still leaves the page when the session is over', () => {
    handle(answer(500, 'internal'), { quiet: true })
    handle(answer(404, 'not_found'), { quiet: true })
    expect(happened).toEqual([])
    expect(handle(answer(401, 'unauthorized'), { quiet: true })).toEqual(['/logout'])
  })
})

test('DEMO-002 DEMO-004 a refusal of the demo is said in its words, also where a form shows its failures itself', () => {
  const refusal = answer(403, 'demo', ['This is a demo: nothing is saved here.'])
  handle(refusal)
  handle(refusal, { quiet: true })
  handle(refusal, { showModal: true })
  expect(happened).toEqual(
    Array.from({ length: 3 }, () => 'demo: This is a demo: nothing is saved here.'),
  )
})

describe('normalisation', () => {
  test('SHELL-098 an API error becomes status, messages, fields, type and body', () => {
    const body = {
      error: {
        type: 'invalid_parameters',
        messages: ['Organization name is required'],
        fields: { 'organization.first_name': ['Organization name is required'] },
      },
    }
    const error = responseError(400, body)
    expect(error).toMatchObject({
      status: 400,
      type: 'invalid_parameters',
      messages: ['Organization name is required'],
      body,
    })
    expect(error.fields).toEqual({
      'organization.firstName': ['Organization name is required'],
      firstName: ['Organization name is required'],
    })
  })

  test.each([
    ['a string', 'Out of order'],
    ['a message', { message: 'Out of order' }],
    ['messages', { messages: ['Out of order'] }],
    ['errors', { errors: ['Out of order'] }],
    ['errors by field', { errors: { name: ['Out of order'] } }],
    ['an error text', { error: 'Out of order' }],
  ])('SHELL-099 %s becomes request_failed with its messages', (_, body) => {
    expect(responseError(500, body)).toMatchObject({
      type: 'request_failed',
      messages: ['Out of order'],
    })
  })

  test.each(['axios_client_error', 'network_error', 'no_response'] as const)(
    "SHELL-100 %s says 'Request Failed'",
    (type) => expect(failureOf(type).messages).toEqual(['Request Failed']),
  )

  test('SHELL-100 an error answer that says nothing is the default type', () => {
    expect(responseError(500, undefined)).toMatchObject({
      status: 500,
      type: 'axios_client_error',
      messages: ['Request Failed'],
    })
  })
})
