import { beforeEach, describe, expect, test } from 'vitest'
import { loadingState, sessionTransition } from './session-machine.ts'
import {
  lastProduct,
  navigationProduct,
  sessionStore,
  setLastProduct,
  storeSession,
} from './session-store.ts'
import { anOrganization, aSession } from '../testing.tsx'
import { flagsOf, isAdminOf } from './use-session.ts'

const session = aSession()
const loaded = sessionTransition(loadingState, { type: 'userSessionLoaded', session })

describe('transitions', () => {
  test('SHELL-050 the session is loading until it has loaded', () => {
    expect(loadingState).toMatchObject({ isLoading: true, session: null })
    expect(loaded).toMatchObject({ isLoading: false, session })
  })

  test.each(['loggedOut', 'sessionLoadFailed'] as const)(
    'SHELL-051 %s resets to the initial state with loading false',
    (type) => {
      const dirty = sessionTransition(loaded, { type: 'upgradeRequired', name: 'Rules' })
      expect(sessionTransition(dirty, { type })).toEqual({ ...loadingState, isLoading: false })
    },
  )

  test('SHELL-052 the environment loading flag is set on fetch and cleared when loaded or failed', () => {
    const fetching = sessionTransition(loaded, { type: 'environmentRequested' })
    expect(fetching.isEnvironmentLoading).toBe(true)
    const done = sessionTransition(fetching, { type: 'environmentSessionLoaded', session })
    expect(done).toMatchObject({ isEnvironmentLoading: false, hasEnvironmentFailed: false })
    const failed = sessionTransition(fetching, { type: 'environmentLoadFailed' })
    expect(failed).toMatchObject({ isEnvironmentLoading: false, hasEnvironmentFailed: true })
  })

  test.each(['userSessionLoaded', 'environmentSessionLoaded', 'tokenRefreshed'] as const)(
    'SHELL-053 %s takes over the new values',
    (type) => {
      const next = aSession({ token: 'fresh', onboarding: true })
      expect(sessionTransition(loaded, { type, session: next }).session).toBe(next)
    },
  )

  test('SHELL-054 a failed token refresh gives an environment load error and keeps the session', () => {
    const failed = sessionTransition(loaded, { type: 'tokenRefreshFailed' })
    expect(failed).toMatchObject({ hasEnvironmentFailed: true, session })
  })

  test('SHELL-055 each upgrade required event is noticed, a repeated one too', () => {
    const once = sessionTransition(loaded, { type: 'upgradeRequired', name: 'Alerts' })
    const twice = sessionTransition(once, { type: 'upgradeRequired', name: 'Alerts' })
    expect(once.upgradeRequired).toEqual({ name: 'Alerts', count: 1 })
    expect(twice.upgradeRequired).toEqual({ name: 'Alerts', count: 2 })
  })

  test('KIT-033 another build in a later answer asks for a client update', () => {
    const later = aSession({ build: 'build-2' })
    const same = sessionTransition(loaded, { type: 'tokenRefreshed', session })
    expect(same.isUpdateRequired).toBe(false)
    const changed = sessionTransition(loaded, { type: 'tokenRefreshed', session: later })
    expect(changed.isUpdateRequired).toBe(true)
  })
})

describe('the stored session', () => {
  beforeEach(() => {
    localStorage.clear()
    sessionStore.restart()
  })

  test('SHELL-047 SHELL-049 a login stores the session, it survives a reload and goes with the logout', () => {
    storeSession(session)
    sessionStore.restart()
    expect(sessionStore.getState()).toMatchObject({ isLoading: true, session })
    sessionStore.dispatch({ type: 'loggedOut' })
    sessionStore.restart()
    expect(sessionStore.getState().session).toBeNull()
  })

  test('SHELL-046 token, user, flags, environment, organization, organizations, properties and onboarding are kept', () => {
    storeSession(session)
    const stored = JSON.parse(localStorage.getItem('playhead_session') ?? '{}') as object
    for (const name of [
      'token',
      'currentUser',
      'featureFlags',
      'currentEnvironment',
      'organization',
      'organizations',
      'properties',
      'onboarding',
    ])
      expect(stored).toHaveProperty(name)
    expect(stored).toHaveProperty('currentUser.organizationAdmin', true)
    expect(stored).toHaveProperty('currentUser.oauthLogin', false)
  })

  test('SHELL-048 the last and the navigation product survive a reload and a logout', () => {
    expect(lastProduct()).toBeUndefined()
    setLastProduct('live-stream')
    sessionStore.dispatch({ type: 'loggedOut' })
    expect(lastProduct()).toBe('live-stream')
    expect(navigationProduct()).toBe('video')
  })

  test('KIT-033 the build of a stored session does not count as the build of this page', () => {
    storeSession(aSession({ build: 'yesterday' }))
    sessionStore.restart()
    storeSession(aSession({ build: 'today' }))
    expect(sessionStore.getState().isUpdateRequired).toBe(false)
  })

  test('a damaged storage entry is no session', () => {
    localStorage.setItem('playhead_session', '{"currentUser":')
    sessionStore.restart()
    expect(sessionStore.getState().session).toBeNull()
  })
})

describe('permissions', () => {
  test('SHELL-044 organizationAdmin or isAdmin true makes an admin, everybody else is a member', () => {
    const organization = anOrganization({ isAdmin: false })
    const member = aSession({ organization })
    expect(isAdminOf(member)).toBe(false)
    const byUser = { ...member.currentUser, organizationAdmin: true }
    expect(isAdminOf(aSession({ organization, currentUser: byUser }))).toBe(true)
    expect(isAdminOf(aSession({ organization: anOrganization({ isAdmin: true }) }))).toBe(true)
  })

  test('SHELL-044 being admin of the current organization says nothing about another', () => {
    const other = anOrganization({ id: 'other', isAdmin: false })
    const both = aSession({ organizations: [anOrganization(), other] })
    expect(isAdminOf(both, 'other')).toBe(false)
  })

  test('SHELL-058 every flag has a value, and the session sets them', () => {
    const flags = flagsOf(aSession({ featureFlags: { realtime: false, maxFilters: 2 } }))
    expect(flags).toMatchObject({ realtime: false, maxFilters: 2, video: true, maxUsers: -1 })
    const other = anOrganization({ id: 'other', features: { video: false } })
    const both = aSession({
      featureFlags: { realtime: false },
      organizations: [anOrganization(), other],
    })
    expect(flagsOf(both, 'other')).toMatchObject({ realtime: true, video: false })
  })
})
