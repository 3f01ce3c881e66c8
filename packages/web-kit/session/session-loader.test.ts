import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { responseError, failureOf } from '../calls/call-error.ts'
import type { Session } from './session.ts'
import {
  followOtherTabs,
  loadEnvironmentSession,
  loadSession,
  reloadSession,
  setSessionSource,
} from './session-loader.ts'
import { sessionStore, storeSession } from './session-store.ts'
import { pathTenant, type Tenant } from './tenant.ts'
import { aSession, ids, stopScreens } from '../testing.tsx'

const asked: Tenant[] = []
const answerWith = (answer: () => Promise<Session>) =>
  setSessionSource((tenant) => {
    asked.push(tenant)
    return answer()
  })
const refuseWith = (error: Error) =>
  answerWith(async () => {
    throw error
  })
const signedOut = responseError(401, { error: { type: 'unauthorized', messages: ['No.'] } })
const unreachable = failureOf('network_error')
const state = () => sessionStore.getState()

beforeEach(() => {
  asked.length = 0
  sessionStore.restart()
})
afterEach(stopScreens)

describe('reading the session', () => {
  test('SHELL-050 it has loaded once the server answered', async () => {
    answerWith(async () => aSession())
    expect(state().isLoading).toBe(true)
    await loadSession()
    expect(state()).toMatchObject({ isLoading: false, session: { token: 'socket-token' } })
  })

  test('SHELL-001 it is asked for the organization and environment of the path', async () => {
    answerWith(async () => aSession())
    pathTenant.set({ organizationId: ids.organization, environmentId: ids.environment })
    await loadSession()
    expect(asked).toEqual([{ organizationId: ids.organization, environmentId: ids.environment }])
  })

  test('a first visit is signed out without asking for a session that is not there', async () => {
    setSessionSource(
      async (tenant) => {
        asked.push(tenant)
        return aSession()
      },
      async () => false,
    )
    await loadSession()
    expect(asked).toEqual([])
    expect(state()).toMatchObject({ isLoading: false, session: null })
  })

  test.each([
    ['there is a session', async () => true],
    ['it cannot be said', () => Promise.reject(unreachable)],
  ])('a first visit reads its session when %s', async (_when, hasSession) => {
    setSessionSource(async () => aSession(), hasSession)
    await loadSession()
    expect(state()).toMatchObject({ isLoading: false, session: { token: 'socket-token' } })
  })

  test('a person who signs in meanwhile stays signed in', async () => {
    const answers: ((is: boolean) => void)[] = []
    setSessionSource(
      async () => aSession(),
      () => new Promise((resolve) => void answers.push(resolve)),
    )
    const loading = loadSession()
    storeSession(aSession())
    answers[0]?.(false)
    await loading
    expect(state().session).not.toBeNull()
  })

  test('SHELL-051 SHELL-047 the answer that the person is signed out removes a stored session', async () => {
    storeSession(aSession())
    sessionStore.restart()
    refuseWith(signedOut)
    await loadSession()
    expect(state()).toMatchObject({ isLoading: false, session: null })
    expect(localStorage.getItem('playhead_session')).toBeNull()
  })

  test('an unreachable server does not sign the person out', async () => {
    storeSession(aSession())
    refuseWith(unreachable)
    await loadSession()
    expect(state()).toMatchObject({ hasEnvironmentFailed: true, session: { build: 'build-1' } })
  })

  test('SHELL-052 another environment: loading while it is asked, not any more afterwards', async () => {
    storeSession(aSession())
    answerWith(async () => aSession({ token: 'next' }))
    const loading = loadEnvironmentSession({
      organizationId: ids.organization,
      environmentId: ids.otherEnvironment,
    })
    expect(state().isEnvironmentLoading).toBe(true)
    await loading
    expect(state()).toMatchObject({ isEnvironmentLoading: false, session: { token: 'next' } })
    refuseWith(unreachable)
    await loadEnvironmentSession()
    expect(state()).toMatchObject({ isEnvironmentLoading: false, hasEnvironmentFailed: true })
  })

  test('SHELL-054 a refresh that fails is an environment load error', async () => {
    storeSession(aSession())
    refuseWith(unreachable)
    await reloadSession()
    expect(state().hasEnvironmentFailed).toBe(true)
  })

  test('the same question is asked once at a time, but again after a change', async () => {
    answerWith(async () => aSession())
    await Promise.all([loadSession(), loadEnvironmentSession()])
    expect(asked).toHaveLength(1)
    await Promise.all([loadSession(), reloadSession()])
    expect(asked).toHaveLength(3)
  })
})

test('signing out in another tab signs out here', () => {
  storeSession(aSession())
  const stop = followOtherTabs()
  const event = new Event('storage')
  Object.assign(event, { key: 'playhead_session', newValue: null })
  window.dispatchEvent(event)
  stop()
  expect(state()).toMatchObject({ isLoading: false, session: null })
})
