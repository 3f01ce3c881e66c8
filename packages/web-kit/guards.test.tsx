import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { AdminGuard, AuthGuard, FeatureGuard } from './guards.tsx'
import { sessionStore, storeSession } from './session-store.ts'
import { anOrganization, aSession, stopScreens } from './testing.tsx'

afterEach(stopScreens)

const secret = () => screen.queryByText('secret')
const member = aSession({ organization: anOrganization({ isAdmin: false }) })

describe('admin guard', () => {
  test('SHELL-042 SHELL-045 shows its content to admins only', () => {
    storeSession(aSession())
    render(<AdminGuard>secret</AdminGuard>)
    expect(secret()).not.toBeNull()
  })

  test('SHELL-042 SHELL-045 shows nothing to a member or before the organization is loaded', () => {
    const view = render(<AdminGuard fallback="ask an admin">secret</AdminGuard>)
    expect(secret()).toBeNull()
    storeSession(member)
    view.rerender(<AdminGuard fallback="ask an admin">secret</AdminGuard>)
    expect(secret()).toBeNull()
    expect(screen.queryByText('ask an admin')).not.toBeNull()
  })
})

describe('auth guard', () => {
  test('SHELL-042 with require it needs a current user', () => {
    sessionStore.dispatch({ type: 'loggedOut' })
    const view = render(<AuthGuard require>secret</AuthGuard>)
    expect(secret()).toBeNull()
    storeSession(aSession())
    view.rerender(<AuthGuard require>secret</AuthGuard>)
    expect(secret()).not.toBeNull()
  })

  test('SHELL-042 without require it needs that there is none', () => {
    sessionStore.dispatch({ type: 'loggedOut' })
    const view = render(<AuthGuard require={false}>secret</AuthGuard>)
    expect(secret()).not.toBeNull()
    storeSession(aSession())
    view.rerender(<AuthGuard require={false}>secret</AuthGuard>)
    expect(secret()).toBeNull()
  })
})

describe('feature guard', () => {
  const flags = { streamingExportsViewstream: true, streamingExportsLivehealthstream: false }
  const both = ['streamingExportsViewstream', 'streamingExportsLivehealthstream'] as const

  test('SHELL-043 needs all named flags', () => {
    storeSession(aSession({ featureFlags: flags }))
    render(<FeatureGuard all={[...both]}>secret</FeatureGuard>)
    expect(secret()).toBeNull()
  })

  test('SHELL-043 needs one of them where stated', () => {
    storeSession(aSession({ featureFlags: flags }))
    render(<FeatureGuard some={[...both]}>secret</FeatureGuard>)
    expect(secret()).not.toBeNull()
  })
})
