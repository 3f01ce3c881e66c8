import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './signing-keys-screen.tsx'

const id = (last: number) => `99999999-9999-4999-8999-${String(last).padStart(12, '0')}`
const keysPath = '/system/v1/signing-keys'
const rulesPath = '/video/v1/playback-restrictions'
const address = '/organizations/$organizationId/environments/$environmentId/settings/signing-keys'
const home = `/organizations/${ids.organization}/environments/${ids.environment}/settings/signing-keys`

const createdAt = String(Date.UTC(2026, 2, 4, 12) / 1000)
const aKey = (number: number) => ({ id: id(number), created_at: createdAt })
const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n'

const aRule = (number: number, allowedDomains: string[]) => ({
  id: id(number),
  created_at: createdAt,
  updated_at: createdAt,
  referrer: { allowed_domains: allowedDomains, allow_no_referrer: false },
  user_agent: { allow_no_user_agent: true, allow_high_risk_user_agent: false },
})

const pageOf = (rows: unknown[]) => ({
  body: { data: rows, total_row_count: rows.length, page: 1, limit: 25 },
})

/** A server that stores what is written. */
const server = (
  given: { keys?: ReturnType<typeof aKey>[]; rules?: ReturnType<typeof aRule>[] } = {},
) => {
  let { keys = [], rules = [] } = given
  const api: ApiHandlers = {
    [`GET ${keysPath}`]: () => pageOf(keys),
    [`POST ${keysPath}`]: () => {
      keys = [aKey(9), ...keys]
      return { status: 201, body: { data: { ...aKey(9), private_key: btoa(pem) } } }
    },
    [`GET ${rulesPath}`]: () => pageOf(rules),
    [`POST ${rulesPath}`]: ({ body }) => {
      const created = { ...aRule(19, []), ...(body as object) }
      rules = [created, ...rules]
      return { status: 201, body: { data: created } }
    },
  }
  for (const key of keys)
    api[`DELETE ${keysPath}/${key.id}`] = () => {
      keys = keys.filter((one) => one.id !== key.id)
      return { status: 204 }
    }
  for (const rule of rules) {
    const update = (part: 'referrer' | 'user_agent') => (request: { body: unknown }) => {
      rules = rules.map((one) => (one.id === rule.id ? { ...one, [part]: request.body } : one))
      return { body: { data: rules.find((one) => one.id === rule.id) } }
    }
    api[`PUT ${rulesPath}/${rule.id}/referrer`] = update('referrer')
    api[`PUT ${rulesPath}/${rule.id}/user_agent`] = update('user_agent')
    api[`DELETE ${rulesPath}/${rule.id}`] = () => {
      rules = rules.filter((one) => one.id !== rule.id)
      return { status: 204 }
    }
  }
  return api
}

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const open = (api: ApiHandlers) => openScreen(WithToasts, { address, href: home, api })

afterEach(async () => {
  vi.restoreAllMocks()
  await stopScreens()
})

const table = (name: string) => screen.findByRole('table', { name })

test('ACCT-078 the table has id, environment and day of each signing key', async () => {
  await open(server({ keys: [aKey(1)] }))
  const keys = await table('Signing keys')
  const row = await within(keys).findByRole('row', { name: new RegExp(id(1)) })
  expect(
    within(keys)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['ID', 'Environment', 'Created', 'Remove'])
  expect(within(row).getByText('Production')).toBeTruthy()
  expect(within(row).getByText('Mar 4, 2026')).toBeTruthy()
})

test('ACCT-078 a new key shows its private half once, to copy, to save and with how to sign', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob)
    return 'blob:key'
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  await open(server())
  expect(await screen.findByText('No signing keys yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Generate new key' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Generate key' }))
  expect((await within(dialog).findByLabelText('Environment variables')).textContent).toBe(
    `MUX_SIGNING_KEY=${id(9)}\nMUX_PRIVATE_KEY=${btoa(pem)}`,
  )
  expect(within(dialog).getByLabelText('How to sign').textContent).toContain('signPlaybackId')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Download .pem' }))
  expect(names).toEqual([`${id(9)}.pem`])
  expect(await saved[0]!.text()).toBe(pem)
  await userEvent.keyboard('{Escape}')
  expect(within(dialog).getByText(/It cannot be shown again/)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(id(9))).toBeTruthy()
  expect(document.body.textContent).not.toContain(btoa(pem))
})

test('ACCT-078 removing a signing key asks first', async () => {
  const { requests } = await open(server({ keys: [aKey(1), aKey(2)] }))
  await userEvent.click(await screen.findByRole('button', { name: `Remove ${id(1)}` }))
  const dialog = await screen.findByRole('alertdialog')
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove key' }))
  expect(await screen.findByText('Signing key removed')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(id(1))).toBeNull())
  expect(screen.getByText(id(2))).toBeTruthy()
})

test('ACCT-078 a key that cannot be made says why', async () => {
  await open({
    ...server(),
    [`POST ${keysPath}`]: {
      status: 403,
      body: { error: { type: 'forbidden', messages: ['You do not have permission to do this.'] } },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Generate new key' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Generate key' }))
  expect(await within(dialog).findByText('You do not have permission to do this.')).toBeTruthy()
})

test('restrictions say which sites and programs may play', async () => {
  await open(server({ rules: [aRule(11, ['example.com', '*.example.com']), aRule(12, ['*'])] }))
  const rules = await table('Playback restrictions')
  const row = await within(rules).findByRole('row', { name: new RegExp(id(11)) })
  expect(row.textContent).toContain('example.com, *.example.com')
  expect(row.textContent).toContain('No download tools')
  expect(within(rules).getByRole('row', { name: new RegExp(id(12)) }).textContent).toContain(
    'Every site',
  )
})

test('a restriction is made of the domains and programs that a person gives', async () => {
  const { requests } = await open(server())
  await screen.findByText('No playback restrictions yet')
  await userEvent.click(screen.getByRole('button', { name: 'Create restriction' }))
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByLabelText('Allowed domains')
  await userEvent.type(field, 'example.com, bad_domain')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create restriction' }))
  expect(await within(dialog).findByText(/bad_domain is not a domain/)).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, 'example.com, *.example.com{Enter}example.com')
  await userEvent.click(within(dialog).getByLabelText('Allow players outside of a site'))
  await userEvent.click(within(dialog).getByLabelText('Allow download tools'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create restriction' }))
  expect(await screen.findByText('Restriction created')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    referrer: { allowed_domains: ['example.com', '*.example.com'], allow_no_referrer: true },
    user_agent: { allow_no_user_agent: true, allow_high_risk_user_agent: false },
  })
  expect(await screen.findByText('example.com, *.example.com')).toBeTruthy()
})

const choose = async (domains: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${domains}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('a changed restriction is sent in the half that changed', async () => {
  const { requests } = await open(server({ rules: [aRule(11, ['example.com'])] }))
  await choose('example.com', 'Edit')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByLabelText('Allow programs that do not say their name'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Restriction updated')).toBeTruthy()
  const puts = requests.filter(({ method }) => method === 'PUT')
  expect(puts).toMatchObject([
    {
      path: `${rulesPath}/${id(11)}/user_agent`,
      body: { allow_no_user_agent: false, allow_high_risk_user_agent: false },
    },
  ])
  expect(await screen.findByText('No unnamed programs, no download tools')).toBeTruthy()
})

test('deleting a restriction asks first', async () => {
  await open(server({ rules: [aRule(11, ['example.com'])] }))
  await choose('example.com', 'Delete')
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete restriction' }))
  expect(await screen.findByText('No playback restrictions yet')).toBeTruthy()
})
