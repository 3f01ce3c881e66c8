import { describe, expect, test } from 'vitest'
import { anOrganization } from '@playhead/web-kit/testing.tsx'
import {
  environmentSwitchPath,
  isOrganizationSelectorDisabled,
  lockOf,
  organizationSwitchPath,
  shownEnvironments,
} from './switching.ts'

describe('organization', () => {
  test.each([
    ['/organizations/a/account/profile', '/organizations/b/account/profile'],
    ['/organizations/a/settings/access-tokens', '/organizations/b/settings/access-tokens'],
    ['/organizations/a', '/organizations/b'],
    ['/operator/mail', '/organizations/b'],
  ])('SHELL-082 %s keeps the rest of the path', (from, to) => {
    expect(organizationSwitchPath(from, 'b')).toBe(to)
  })

  test.each([
    ['/organizations/a/settings/custom-dimensions', true],
    ['/organizations/a/settings/streaming-exports', true],
    ['/organizations/a/settings/categorize-errors', true],
    ['/organizations/a/environments', true],
    ['/organizations/a/environments/e/account/profile', true],
    ['/organizations/a/account/profile', false],
  ])('SHELL-083 the selector is disabled on %s: %s', (pathname, isDisabled) => {
    expect(isOrganizationSelectorDisabled(pathname)).toBe(isDisabled)
  })

  test('SHELL-084 is locked for people who are not admins', () => {
    expect(lockOf({ authenticated: true, secondFactorMissing: false, isAdmin: false })).toBe(
      'Admin Required',
    )
    expect(
      lockOf({ authenticated: true, secondFactorMissing: false, isAdmin: true }),
    ).toBeUndefined()
  })

  test('SHELL-085 is locked without single sign-on, and its environments are hidden', () => {
    const organization = anOrganization({ authenticated: false })
    expect(lockOf(organization)).toBe('Requires SSO')
    expect(shownEnvironments(organization)).toEqual([])
    expect(shownEnvironments(anOrganization())).toHaveLength(1)
  })
})

describe('environment', () => {
  const place = { organizationId: 'b', environmentId: 'f' }

  test.each([
    [
      '/organizations/a/environments/e/settings/access-tokens',
      '/organizations/b/environments/f/settings/access-tokens',
    ],
    ['/organizations/a/environments/e', '/organizations/b/environments/f'],
    ['/organizations/a/environments', '/organizations/b/environments/f'],
    ['/organizations/a/account/profile', '/organizations/b/environments/f/account/profile'],
  ])('SHELL-086 %s keeps the rest of the path', (from, to) => {
    expect(environmentSwitchPath(from, place)).toBe(to)
  })

  test('SHELL-087 filters in the address do not come along', () => {
    const { pathname } = new URL('http://x/organizations/a/environments/e/metrics?filters[]=a:b')
    expect(environmentSwitchPath(pathname, place)).toBe('/organizations/b/environments/f/metrics')
  })
})
