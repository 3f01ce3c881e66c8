import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './usage-details-screen.tsx'

afterEach(stopScreens)

const address = '/organizations/$organizationId/account/billing/usage-details'
const href = `/organizations/${ids.organization}/account/billing/usage-details`

const row = (key: string | null, name: string | null, quantity: number, cents: number | null) => ({
  key,
  name,
  removed_at: null,
  meter: 'delivered',
  tier: null,
  quality: null,
  unit: 'minutes',
  quantity,
  cost_cents: cents,
})

interface Titles {
  rows: ReturnType<typeof row>[]
  more: number
}

const open = (titles: () => Titles | GivenResponse, isPriced = true, search = '') => {
  const priced = (cents: number) => (isPriced ? cents : null)
  const currency = isPriced ? 'USD' : null
  return openScreen(Screen, {
    address,
    href: href + search,
    api: {
      'GET /ui/v1/usage': ({ search }): GivenResponse => {
        const answer = (data: object[], more: number) => ({
          body: { data, more, timeframe: [0, 1], currency },
        })
        if (search.get('group_by') !== 'title')
          return answer([row(ids.environment, 'Production', 1500, priced(20_000))], 0)
        const given = titles()
        return 'rows' in given ? answer(given.rows, given.more) : given
      },
    },
  })
}

const toggle = () => screen.findByRole('button', { name: 'Titles of Production' })

const lines = () =>
  within(screen.getByRole('table', { name: 'Usage by environment' }))
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.textContent)

test('BILL-022 an environment unfolds to its dearest titles, from the keyboard, and leads to the others', async () => {
  const user = userEvent.setup()
  const { requests } = await open(() => ({
    rows: [row(null, null, 500, 7000), row('Cup final', 'Cup final', 1000, 13_000)],
    more: 1284,
  }))
  const button = await toggle()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(requests.filter(({ search }) => search.get('group_by') === 'title')).toEqual([])
  button.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(lines()).toHaveLength(4))
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(lines()).toEqual([
    expect.stringMatching(/^Production1\.5k min\$200\.00.*100\.0 %$/),
    expect.stringMatching(/^Cup final\$130\.00.*\$130\.00(65\.0 %){2}$/),
    expect.stringMatching(/^1,284 more titles\$70\.00.*35\.0 %$/),
    expect.stringMatching(/^All/),
  ])
  const asked = requests.find(({ search }) => search.get('group_by') === 'title')!.search
  expect([asked.get('environment'), asked.get('limit')]).toEqual([ids.environment, '5'])
  expect(screen.getByRole('link', { name: '1,284 more titles' }).getAttribute('href')).toBe(
    `${href}?environment=${ids.environment}`,
  )
  await user.keyboard('{Enter}')
  await waitFor(() => expect(lines()).toHaveLength(2))
})

test('without prices titles show what they used, and usage without a title its name', async () => {
  const user = userEvent.setup()
  await open(
    () => ({
      rows: [row(null, null, 500, null), row('Cup final', 'Cup final', 1000, null)],
      more: 0,
    }),
    false,
  )
  await user.click(await toggle())
  await waitFor(() =>
    expect(lines().slice(1, 3)).toEqual([
      expect.stringMatching(/^Cup final1k min/),
      expect.stringMatching(/^Without a title500 min/),
    ]),
  )
})

test('titles that could not be loaded say so below their environment, and come with another try', async () => {
  const user = userEvent.setup()
  let isBroken = true
  await open(() =>
    isBroken
      ? { status: 500, body: { error: { type: 'internal_error', messages: ['Broken.'] } } }
      : { rows: [], more: 0 },
  )
  await user.click(await toggle())
  const table = within(screen.getByRole('table', { name: 'Usage by environment' }))
  expect(await table.findByText('The titles could not be loaded.')).toBeTruthy()
  isBroken = false
  await user.click(table.getByRole('button', { name: 'Try again' }))
  expect(await table.findByText('No titles')).toBeTruthy()
})

test('the table of all environments says to call once for each environment, with its token', async () => {
  const user = userEvent.setup()
  await open(() => ({ rows: [], more: 0 }), true, '?month=2026-03')
  await user.click(await screen.findByRole('button', { name: 'API call' }))
  const dialog = await screen.findByRole('dialog', { name: 'API call' })
  expect(within(dialog).getByText(/Call once with a token of each environment/)).toBeTruthy()
  expect(within(dialog).getByLabelText('curl').textContent).toContain(
    '/system/v1/usage?group_by=meter&timeframe[]=1772323200',
  )
})

test('the table of an environment says by which call a program gets it', async () => {
  const user = userEvent.setup()
  await open(
    () => ({ rows: [row('Cup final', 'Cup final', 1000, 13_000)], more: 0 }),
    true,
    `?environment=${ids.environment}&month=2026-03`,
  )
  await user.click(await screen.findByRole('button', { name: 'API call' }))
  const dialog = await screen.findByRole('dialog', { name: 'API call' })
  expect(within(dialog).getByLabelText('curl').textContent).toBe(
    `curl -g -u "$TOKEN_ID:$TOKEN_SECRET" "${globalThis.location.origin}/system/v1/usage?group_by=title&timeframe[]=1772323200&timeframe[]=1775001600"`,
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
