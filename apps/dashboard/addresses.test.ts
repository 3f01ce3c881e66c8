import { describe, expect, test } from 'vitest'
import { anOrganization, aSession, ids } from '@playhead/web-kit/testing.tsx'
import { monitoringPages, ownAddresses } from './addresses.ts'
import { features } from './features.ts'
import { describeAddresses } from './routing/address.ts'
import { addressTable } from './routing/address-table.ts'
import { aFollower } from './routing/testing-follow.ts'

const table = addressTable(ownAddresses, features)
const { follow, decideAt } = aFollower(table)
const session = aSession()
const organization = `/organizations/${ids.organization}`
const environment = `${organization}/environments/${ids.environment}`
const home = `${organization}/environments`

const gateAt = (path: string) => table.find((address) => address.path === path)?.gate

test('SHELL-009 every address with its gate and where it leads', async () => {
  await expect(describeAddresses(table)).toMatchFileSnapshot('./addresses.txt')
})

test('no address leads to the not-found page, whatever the permissions', () => {
  const staff = aSession({ currentUser: { ...session.currentUser, internal: true } })
  const everything = {
    ...staff,
    featureFlags: { streamingExportsViewstream: true, streamingExportsLivehealthstream: true },
  }
  const lost = table
    .map(({ path }) =>
      path
        .replace('$organizationId', ids.organization)
        .replace('$environmentId', ids.environment)
        .replace(/\$\w+/g, 'x')
        .replace('/$', ''),
    )
    .filter((href) => follow(href, { session: everything }).decision.kind === 'notFound')
  expect(lost).toEqual([])
})

describe('sections of an environment', () => {
  test.each([
    '',
    'metrics',
    'engagement',
    'data',
    'compare',
    'custom-dashboards',
    'errors',
    'views',
    'incidents',
    'alerts',
    'video-overview',
    'video/assets',
    'activity',
    'monitoring',
    'realtime',
    'settings',
    'account',
  ])('SHELL-001 SHELL-002 %s opens a screen', (section) => {
    const { decision, href } = follow(`${environment}/${section}`, { session })
    expect(decision.kind).toBe('show')
    expect(href.startsWith(organization)).toBe(true)
  })

  test('every address has a screen', () => {
    expect(table.filter(({ target }) => target.kind === 'missing')).toEqual([])
  })
})

describe('redirects', () => {
  test.each([
    ['SHELL-003', '/environments', home],
    ['SHELL-004', '/organizations', home],
    ['SHELL-005', '/account', `${organization}/account/profile`],
    ['SHELL-005', '/account/organization', `${organization}/account/organization`],
    ['SHELL-006', '/settings', `${environment}/settings/access-tokens`],
    ['SHELL-006', '/settings/webhooks', `${environment}/settings/webhooks`],
    ['SHELL-013', `${organization}/settings/team`, `${organization}/settings/organization`],
    ['SHELL-013', `${environment}/settings/team`, `${environment}/settings/organization`],
    ['SHELL-014', '/properties', '/environments'],
    ['SHELL-015', '/realtime', '/monitoring'],
    ['SHELL-015', `${environment}/realtime/anything`, `${environment}/monitoring/anything`],
    ['SHELL-016', '/assets', '/video/assets'],
    ['SHELL-016', `/environments/${ids.environment}/assets/a1`, `${environment}/video/assets/a1`],
    ['SHELL-017', '/video-overview', '/video/assets'],
    ['SHELL-017', `${environment}/video-overview`, `${environment}/video/assets`],
    ['SHELL-018', `/environments/${ids.environment}/errors/e1?a=b`, `${environment}/errors/e1?a=b`],
    ['VIEW-008', '/views/v1?at=12.4', `${environment}/views/v1?at=12.4`],
    ['SHELL-019', `${organization}/activity`, `${environment}/activity/events`],
    ['SHELL-019', `${organization}/activity/logs/l1`, `${environment}/activity/logs/l1`],
    ['SHELL-020', `${organization}/profile`, `${organization}/account/profile`],
    ['SHELL-020', `${organization}/organization`, `${organization}/account/organization`],
    ['SHELL-020', `${organization}/billing`, `${organization}/account/billing`],
    ['BILL-002', `${organization}/settings/billing`, `${organization}/account/billing`],
    [
      'BILL-002',
      `${environment}/settings/billing/invoices?at=1`,
      `${environment}/account/billing/invoices?at=1`,
    ],
    ['SHELL-022', `${environment}/alerts`, `${environment}/alerts/incidents`],
    ['SHELL-023', `${environment}/activity`, `${environment}/activity/events`],
    ['SHELL-024', `${environment}/video/assets/a1`, `${environment}/video/assets/a1/monitor`],
    [
      'SHELL-024',
      `${environment}/video/live-streams/s1`,
      `${environment}/video/live-streams/s1/monitor`,
    ],
  ])('%s %s', (_, from, to) => {
    expect(follow(from, { session }).trail.slice(1)).toContain(to)
  })

  test.each(monitoringPages)('SHELL-021 the underscore spelling of %s', (page) => {
    const from = `${environment}/monitoring/${page.replaceAll('-', '_')}`
    expect(decideAt(from, { session })).toEqual({
      kind: 'redirect',
      to: `${environment}/monitoring/${page}`,
    })
  })

  test('SHELL-004 /organizations without any organization leads to creating one', () => {
    const nobody = aSession({ organization: null })
    expect(follow('/organizations', { session: nobody }).href).toBe('/create-organization')
  })

  test('SHELL-018 the organization is the one the environment belongs to', () => {
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
    expect(decideAt(`/environments/${ids.otherEnvironment}/views`, { session: both })).toEqual({
      kind: 'redirect',
      to: `/organizations/${ids.otherOrganization}/environments/${ids.otherEnvironment}/views`,
    })
  })
})

describe('pages below organization and environment', () => {
  test.each(['settings/access-tokens', 'account/profile', 'account/organization'])(
    'SHELL-009 %s opens below both',
    (page) => {
      for (const base of [organization, environment])
        expect(follow(`${base}/${page}`, { session })).toMatchObject({
          decision: { kind: 'show' },
          href: `${base}/${page}`,
        })
    },
  )

  test('SHELL-010 settings/organization and account/organization are one page', () => {
    const targetAt = (href: string) => follow(href, { session }).address?.target
    expect(targetAt(`${organization}/settings/organization`)).toEqual(
      targetAt(`${organization}/account/organization`),
    )
  })
})

describe('gates', () => {
  const scope = '/organizations/$organizationId/environments/$environmentId'

  test.each([
    ['SHELL-035', 'custom-dashboards', 'customDashboards'],
    ['SHELL-036', 'monitoring', 'realtime'],
    ['ALRT-002', 'alerts/rules', 'alertingV2'],
    ['SHELL-037', 'video/live-streams/$liveStreamId/health', 'liveStreamHealth'],
    ['SHELL-038', 'settings/video-quality', 'freeVodEncodingEnabled'],
  ])('%s SHELL-040 %s needs its flag', (_, path, flag) => {
    expect(gateAt(`${scope}/${path}`)).toEqual({ flags: { all: [flag] } })
    const href = `${environment}/${path.replace('$liveStreamId', 's1')}`
    const without = aSession({ featureFlags: { [flag]: false } })
    expect(decideAt(href, { session: without }).kind).toBe('notFound')
    const withIt = aSession({ featureFlags: { [flag]: true } })
    expect(decideAt(href, { session: withIt }).kind).not.toBe('notFound')
  })

  test('SHELL-039 streaming exports open with either of two flags', () => {
    const open = (featureFlags: Record<string, boolean>) =>
      decideAt(`${environment}/settings/streaming-exports`, { session: aSession({ featureFlags }) })
        .kind !== 'notFound'
    expect(open({})).toBe(false)
    expect(open({ streamingExportsViewstream: true })).toBe(true)
    expect(open({ streamingExportsLivehealthstream: true })).toBe(true)
  })

  test.each([
    ['account/profile', true],
    ['account/organization', false],
    ['account/billing', false],
    ['account/billing/invoices', false],
    ['settings/access-tokens', false],
    ['settings/organization', false],
    ['settings/webhooks', false],
    ['settings/signing-keys', false],
    ['settings/custom-dimensions', true],
  ])('SHELL-041 a member opens %s: %s', (page, isOpen) => {
    const member = aSession({ organization: anOrganization({ isAdmin: false }) })
    const kindFor = (session: typeof member) =>
      decideAt(`${organization}/${page}`, { session }).kind
    expect(kindFor(member) !== 'notFound').toBe(isOpen)
    expect(kindFor(aSession())).not.toBe('notFound')
  })

  test('SHELL-041 BILL-002 the way over settings opens billing for admins only', () => {
    const member = aSession({ organization: anOrganization({ isAdmin: false }) })
    const kindFor = (one: typeof member) =>
      follow(`${organization}/settings/billing`, { session: one }).decision.kind
    expect([kindFor(member), kindFor(aSession())]).toEqual(['notFound', 'show'])
  })

  test('BILL-001 every page of billing has its address', () => {
    for (const page of ['', '/summary', '/payment-method', '/invoices', '/usage-details', '/plans'])
      expect(decideAt(`${organization}/account/billing${page}`, { session }).kind).not.toBe(
        'notFound',
      )
  })

  test("BILL-006 the title of the plans page is 'Billing | Plans'", () => {
    const { address } = follow(`${organization}/account/billing/plans`, { session })
    expect(address?.target).toMatchObject({ kind: 'screen', title: 'Billing | Plans' })
  })

  test('the operator pages open for staff only', () => {
    const staff = aSession({ currentUser: { ...session.currentUser, internal: true } })
    expect(decideAt('/operator/organizations', { session }).kind).toBe('notFound')
    expect(decideAt('/operator/organizations', { session: staff }).kind).toBe('show')
  })
})
