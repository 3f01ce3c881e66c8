import { afterEach, expect, test } from 'vitest'
import { sessionStore, storeSession } from '../session/session-store.ts'
import { aSession } from '../testing-session.ts'
import { flagOverrides } from './flag-overrides.ts'

const cookie = (value: string, more = '') => {
  document.cookie = `playhead_feature_overrides=${value}; path=/${more}`
}

const setPerson = (internal: boolean) => {
  const session = aSession()
  storeSession({ ...session, currentUser: { ...session.currentUser, internal } })
}

afterEach(() => {
  cookie('', '; max-age=0')
  sessionStore.dispatch({ type: 'loggedOut' })
})

test('RTCH-027 staff send their overrides with the connection, and no others do', () => {
  const overrides = JSON.stringify({ realtime: true })
  cookie(encodeURIComponent(overrides))
  expect(flagOverrides()).toEqual({})
  setPerson(false)
  expect(flagOverrides()).toEqual({})
  setPerson(true)
  expect(flagOverrides()).toEqual({ overrides })
  cookie('%E0%A4%A')
  expect(flagOverrides()).toEqual({})
  cookie('', '; max-age=0')
  expect(flagOverrides()).toEqual({})
})
