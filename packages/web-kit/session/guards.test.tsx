import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { AdminGuard } from './guards.tsx'
import { storeSession } from './session-store.ts'
import { anOrganization, aSession, stopScreens } from '../testing.tsx'

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
