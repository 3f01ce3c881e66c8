import { describe, expect, test } from 'vitest'
import { anOrganization, aSession, ids } from '@playhead/web-kit/testing.tsx'
import { ownAddresses } from '../addresses.ts'
import { features } from '../features.ts'
import { addressTable } from './address-table.ts'
import type { Address } from './address.ts'
import { decide } from './decide.ts'
import { aFollower } from './testing-follow.ts'

const { follow, decideAt } = aFollower(addressTable(ownAddresses, features))
const session = aSession()
const nobody = aSession({ organization: null })
const organization = `/organizations/${ids.organization}`
const environment = `${organization}/environments/${ids.environment}`
const foreign = '99999999-9999-4999-8999-999999999999'

describe('visitors', () => {
  test('SHELL-012 SHELL-042 are sent to the login page, which carries where they wanted to go', () => {
    expect(decideAt(`${environment}/account/profile?a=b`, { session: null })).toEqual({
      kind: 'redirect',
      to: `/login?next=${encodeURIComponent(`${environment}/account/profile?a=b`)}`,
    })
    expect(decideAt('/', { session: null })).toEqual({ kind: 'redirect', to: '/login' })
  })

  test('SHELL-050 nothing is redirected while the session is still unknown', () => {
    const who = { session: null, isLoading: true }
    expect(decideAt(`${environment}/account/profile`, who).kind).toBe('loading')
    expect(decideAt('/login', who).kind).toBe('show')
  })

  test('SHELL-034 a stored session does not choose an organization that the person may have left since', () => {
    const stored = { session, isLoading: true }
    for (const href of ['/', '/environments', '/settings/access-tokens'])
      expect(decideAt(href, stored).kind, href).toBe('loading')
    expect(decideAt(`${environment}/account/profile`, stored).kind).toBe('show')
  })

  test.each(['/login', '/signup', '/forgot-password'])(
    'SHELL-042 AUTH-001 AUTH-002 open %s',
    (path) => {
      expect(decideAt(path, { session: null }).kind).toBe('show')
    },
  )

  test.each(['/login', '/signup'])('DEMO-005 of a public demo may sign in at %s', (path) => {
    const visitor = { session: aSession({ visitor: true }), isLoading: false }
    expect(decideAt(path, visitor).kind).toBe('show')
    expect(decideAt(`${environment}/account/profile`, visitor).kind).toBe('show')
  })

  test.each(['/logout', '/docs/status', '/reset-password', '/select-login-email'])(
    'AUTH-002 everybody opens %s',
    (path) => {
      expect(decideAt(path, { session: null }).kind).toBe('show')
      expect(decideAt(path, { session }).kind).toBe('show')
    },
  )
})

describe('people who are signed in', () => {
  test('SHELL-032 SHELL-042 do not see the login and signup pages', () => {
    for (const path of ['/login', '/signup'])
      expect(decideAt(path, { session })).toEqual({
        kind: 'redirect',
        to: `${organization}/environments`,
      })
  })

  test('SHELL-027 SHELL-032 a login page with a next location leads there', () => {
    const next = `${environment}/account/profile`
    expect(decideAt(`/login?next=${encodeURIComponent(next)}`, { session })).toEqual({
      kind: 'redirect',
      to: next,
    })
  })

  test('a page that signed a person in decides where the way goes on', () => {
    expect(decideAt('/signup', { session, entrance: '/video/assets?welcome=1' })).toEqual({
      kind: 'redirect',
      to: '/video/assets?welcome=1',
    })
  })

  test('SHELL-028 SHELL-029 the start page leads to the last section', () => {
    expect(decideAt('/', { session, lastProduct: 'video' })).toEqual({
      kind: 'redirect',
      to: `${environment}/video/assets`,
    })
  })

  test('SHELL-026 are sent to the page about single sign-on where every organization requires it', () => {
    const locked = aSession({ organization: anOrganization({ authenticated: false }) })
    expect(decideAt('/', { session: locked })).toEqual({ kind: 'redirect', to: '/sso-required' })
  })
})

describe('membership', () => {
  test('SHELL-033 SHELL-034 an organization one does not belong to: account not found', () => {
    const href = `/organizations/${foreign}/account/profile`
    expect(decideAt(href, { session }).kind).toBe('accountNotFound')
    expect(decideAt(href, { session, isLoading: true }).kind).toBe('loading')
  })

  test('SHELL-033 an environment without access is not found', () => {
    const href = `${organization}/environments/${foreign}/account/profile`
    expect(decideAt(href, { session }).kind).toBe('notFound')
  })

  test('SHELL-033 an environment of another organization is not found', () => {
    const other = anOrganization({
      id: ids.otherOrganization,
      properties: [
        {
          id: ids.otherEnvironment,
          name: 'Staging',
          type: 'staging',
          organizationId: ids.otherOrganization,
        },
      ],
    })
    const both = aSession({ organizations: [anOrganization(), other] })
    const href = `${organization}/environments/${ids.otherEnvironment}/account/profile`
    expect(decideAt(href, { session: both }).kind).toBe('notFound')
  })

  test('SHELL-034 without any organization a path that names one leads to creating one', () => {
    expect(decideAt(`${organization}/account/profile`, { session: nobody })).toEqual({
      kind: 'redirect',
      to: '/create-organization',
    })
  })

  test('SHELL-078 without any organization a page of the application says so', () => {
    expect(decideAt('/environments', { session: nobody }).kind).toBe('noOrganization')
    expect(decideAt('/account/profile', { session: nobody }).kind).toBe('noOrganization')
    expect(decideAt('/create-organization', { session: nobody }).kind).toBe('show')
  })

  test('an organization of the path that wants single sign-on asks for it', () => {
    const locked = anOrganization({ authenticated: false })
    const mixed = aSession({ organizations: [locked] })
    expect(decideAt(`${organization}/account/profile`, { session: mixed })).toEqual({
      kind: 'redirect',
      to: `/sso-required?organization_id=${ids.organization}`,
    })
  })

  test('staff seeing an organization as its customer do open it', () => {
    const masquerading = aSession({ organizations: [], masquerading: true })
    expect(decideAt(`${organization}/account/profile`, { session: masquerading }).kind).toBe('show')
  })
})

test('SHELL-088 an unknown address is not found', () => {
  expect(follow('/no/such/place', { session }).decision.kind).toBe('notFound')
  expect(follow('/no/such/place', { session: null }).decision.kind).toBe('notFound')
})

describe('an address with flags', () => {
  const both = ['streamingExportsViewstream', 'streamingExportsLivehealthstream'] as const
  const [viewstream] = both
  const kindOf = (flags: Address['gate']['flags'], on: readonly string[]) => {
    const address: Address = {
      path: '/organizations/$organizationId/exports',
      frame: 'shell',
      session: 'required',
      gate: { flags },
      target: { kind: 'missing' },
    }
    const featureFlags = Object.fromEntries(both.map((flag) => [flag, on.includes(flag)]))
    return decide({
      address,
      params: { organizationId: ids.organization },
      href: `${organization}/exports`,
      session: aSession({ featureFlags }),
      isLoading: false,
    }).kind
  }

  test('SHELL-043 needs all of them', () => {
    expect(kindOf({ all: [...both] }, [viewstream])).toBe('notFound')
    expect(kindOf({ all: [...both] }, both)).toBe('missing')
  })

  test('SHELL-043 needs one of them where stated', () => {
    expect(kindOf({ some: [...both] }, [])).toBe('notFound')
    expect(kindOf({ some: [...both] }, [viewstream])).toBe('missing')
  })
})
