import { describe, expect, test } from 'vitest'
import {
  inviteGoneText,
  joinFailureText,
  type JoinEvent,
  type JoinState,
  joinTransition,
  parseInviteId,
} from './join-state.ts'

const idle: JoinState = { status: 'idle' }
const loading: JoinState = { status: 'loading' }
const joined: JoinState = { status: 'joined', organizationId: 'o1' }
const failed: JoinState = { status: 'failed', message: 'no' }

const request: JoinEvent = { type: 'requested' }
const success: JoinEvent = { type: 'joined', organizationId: 'o1' }
const failure: JoinEvent = { type: 'failed', message: 'no' }

describe('AUTH-036 joining moves from idle to loading and from there to joined or failed', () => {
  test.each<[JoinState, JoinEvent, JoinState]>([
    [idle, request, loading],
    [idle, success, idle],
    [idle, failure, idle],
    [loading, request, loading],
    [loading, success, joined],
    [loading, failure, failed],
    [joined, request, joined],
    [joined, success, joined],
    [joined, failure, joined],
    [failed, request, loading],
    [failed, success, failed],
    [failed, failure, failed],
  ])('%o with %o is %o', (state, event, next) => {
    expect(joinTransition(state, event)).toEqual(next)
  })
})

test('AUTH-038 an id without UUID shape raises', () => {
  for (const id of [undefined, '', 'x', '66666666-6666-4666-8666-66666666666', '6'.repeat(36)])
    expect(() => parseInviteId(id)).toThrow(new Error('Invalid invite id'))
  const id = '66666666-6666-4666-8666-666666666666'
  expect(parseInviteId(id)).toBe(id)
})

test('AUTH-039 AUTH-040 only a 404 is explained', () => {
  expect(joinFailureText({ status: 404 })).toBe(inviteGoneText)
  expect(inviteGoneText).toBe(
    'This invite has either expired, has already been accepted, or does not exist. Ask the organization administrator to resend the invite.',
  )
  expect(joinFailureText({ status: 500 })).toBe('Something has gone wrong.')
  expect(joinFailureText(undefined)).toBe('Something has gone wrong.')
})
