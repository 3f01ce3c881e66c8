import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './prices-screen.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const version = (number: number, overrides: object = {}) => ({
  version: number,
  currency: 'USD',
  valid_from: '2026-10',
  created_at: '2026-10-02T12:00:00.000Z',
  created_by: number === 1 ? null : 'ada@northlight.example',
  is_current: number === 2,
  ...overrides,
})

const linesOf = (micros: number) => [
  {
    meter: 'delivered',
    tier: '2160p',
    quality: null,
    steps: [
      { upto: 100_000, micros },
      { upto: null, micros: 6000 },
    ],
  },
  { meter: 'delivered', tier: null, quality: null, steps: [{ upto: null, micros: 6500 }] },
  { meter: 'stored', tier: null, quality: null, steps: [{ upto: null, micros: 30_000 }] },
]

const textOf = (number: number) => `{"currency":"USD","valid_from":"2026-10","prices":[${number}]}`

const priced = ({ search }: { search: URLSearchParams }): GivenResponse => {
  const shown = Number(search.get('version') ?? 2)
  const book = { ...version(shown), lines: linesOf(shown * 8000), text: textOf(shown) }
  return { body: { data: { book, versions: [version(2), version(1)] } } }
}

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const open = (api: ApiHandlers = {}, search = '') =>
  openScreen(WithToasts, {
    address: '/operator/prices',
    href: `/operator/prices${search}`,
    api: {
      'GET /ui/v1/operator/prices': priced,
      'GET /ui/v1/operator/shared-costs': {
        body: { data: { mode: 'showback', currency: 'USD', costs: [] } },
      },
      ...api,
    },
  })

const rowsOf = async (label: string) => {
  const table = await screen.findByRole('table', { name: label })
  await waitFor(() => expect(within(table).queryAllByRole('rowheader').length).toBeGreaterThan(0))
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
}

test('the newest prices and every version, one of which is opened from the list', async () => {
  const user = userEvent.setup()
  const { router } = await open()
  expect(await rowsOf('Prices')).toEqual([
    'Delivered2160p–$0.16$0.06 from 100k on1,000 minutes',
    'DeliveredEvery other–$0.0651,000 minutes',
    'StoredAllAll$0.301,000 minutes a month',
  ])
  expect(screen.getByText('Version 2, valid from October 2026 (UTC), in USD')).toBeTruthy()
  expect(await rowsOf('Versions')).toEqual([
    expect.stringMatching(/^Version 2This monthOctober 2026USDada@northlight\.example/),
    expect.stringMatching(/^Version 1October 2026USDCommand line/),
  ])
  await user.click(screen.getByRole('link', { name: 'Version 1' }))
  expect(await screen.findByText('Version 1, valid from October 2026 (UTC), in USD')).toBeTruthy()
  expect(router.state.location.href).toBe('/operator/prices?version=1')
})

const preview = {
  month: '2026-09',
  organizations: 12,
  currency: 'USD',
  cents: 41_200,
  currency_before: 'USD',
  cents_before: 38_900,
}

test('prices from a file are previewed and saved as the next version', async () => {
  const user = userEvent.setup()
  const { requests } = await open({
    'POST /ui/v1/operator/prices/preview': { body: { data: preview } },
    'POST /ui/v1/operator/prices': { status: 201, body: { data: version(3) } },
  })
  const askedCosts = () =>
    requests.filter(({ path }) => path === '/ui/v1/operator/shared-costs').length
  await user.click(await screen.findByRole('button', { name: 'New version' }))
  expect(askedCosts()).toBe(1)
  const dialog = await screen.findByRole('dialog', { name: 'New version of the prices' })
  await user.upload(
    within(dialog).getByLabelText('File with prices'),
    new File(['{"prices":[]}'], 'prices.json', { type: 'application/json' }),
  )
  await user.click(within(dialog).getByRole('button', { name: 'Preview' }))
  expect(
    await within(dialog).findByText(
      'The usage of 12 organizations would have cost $412.00 instead of $389.00 last month (September 2026).',
    ),
  ).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Save as a new version' }))
  expect(await screen.findByText('Prices entered as version 3')).toBeTruthy()
  // Shared costs are in the currency of the prices, so their card is asked for again.
  await waitFor(() => expect(askedCosts()).toBe(2))
  const sent = requests.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(sent).toEqual([
    { prices: { text: '{"prices":[]}' } },
    { prices: { text: '{"prices":[]}', after_version: 2 } },
  ])
})

test('what is wrong with the prices is said in the dialog, which stays open', async () => {
  const user = userEvent.setup()
  const messages = ['live, prices.0.steps: Too short', 'stored, prices.1.tier: Unknown']
  await open({
    'POST /ui/v1/operator/prices': {
      status: 400,
      body: { error: { type: 'invalid_parameters', messages } },
    },
    'POST /ui/v1/operator/prices/preview': { status: 500, body: {} },
  })
  await user.click(await screen.findByRole('button', { name: 'New version' }))
  await user.click(await screen.findByRole('button', { name: 'Save as a new version' }))
  const alert = await screen.findByRole('alert')
  expect(
    within(alert)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(messages)
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toContain('live'))
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('without prices the screen says what they are for, and a preview says that there were none', async () => {
  const user = userEvent.setup()
  await open({
    'GET /ui/v1/operator/prices': { body: { data: { book: null, versions: [] } } },
    'POST /ui/v1/operator/prices/preview': {
      body: { data: { ...preview, organizations: 1, currency_before: null, cents_before: null } },
    },
  })
  expect(await screen.findByText('No prices are entered')).toBeTruthy()
  expect(screen.getByText('No version yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Enter prices' }))
  await user.type(await screen.findByLabelText('Delivered, for 1,000 minutes'), '0.06')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect(
    await screen.findByText(
      'The usage of 1 organization would have cost $412.00 last month (September 2026), which has no prices.',
    ),
  ).toBeTruthy()
})

const simpleBook = {
  currency: 'EUR',
  valid_from: '2026-10',
  prices: [
    { meter: 'delivered', steps: [{ micros: 6500 }] },
    { meter: 'delivered_bytes', steps: [{ micros: 1_000_000 }] },
  ],
}

const withBook = (book: object): ApiHandlers => ({
  'GET /ui/v1/operator/prices': {
    body: {
      data: {
        book: { ...version(2), lines: linesOf(8000), text: JSON.stringify(book) },
        versions: [version(2)],
      },
    },
  },
  'POST /ui/v1/operator/prices': { status: 201, body: { data: version(3) } },
})

const openEditor = async (api: ApiHandlers) => {
  const user = userEvent.setup()
  const { requests } = await open(api)
  await user.click(await screen.findByRole('button', { name: 'New version' }))
  await screen.findByRole('dialog', { name: 'New version of the prices' })
  const save = () => user.click(screen.getByRole('button', { name: 'Save as a new version' }))
  const saved = () =>
    requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse((body as { prices: { text: string } }).prices.text) as unknown)
  return { user, save, saved }
}

test('a price a meter is entered as an amount, without JSON', async () => {
  const { user, save, saved } = await openEditor(withBook(simpleBook))
  const delivered = screen.getByLabelText('Delivered, for 1,000 minutes')
  expect(delivered).toHaveProperty('value', '0.065')
  expect(screen.getByLabelText('Delivered data, for 1 GB')).toHaveProperty('value', '0.01')
  expect(screen.getByLabelText('Stored, for 1,000 minutes a month')).toHaveProperty('value', '')
  await user.clear(delivered)
  await user.type(delivered, '0,07')
  expect(screen.getByText('Enter an amount such as 0.06.')).toBeTruthy()
  await save()
  expect(await screen.findByText('Check the amounts: one of them is no price.')).toBeTruthy()
  await user.clear(delivered)
  await user.type(delivered, '0.000001')
  expect(screen.getByText('Enter at most five decimals.')).toBeTruthy()
  await user.clear(delivered)
  await user.type(delivered, '0.07')
  await user.clear(screen.getByLabelText('Valid from'))
  await user.type(screen.getByLabelText('Valid from'), '2026-12')
  await save()
  expect(await screen.findByText('Prices entered as version 3')).toBeTruthy()
  expect(saved()).toEqual([
    {
      currency: 'EUR',
      valid_from: '2026-12',
      prices: [
        { meter: 'delivered', steps: [{ micros: 7000 }] },
        { meter: 'delivered_bytes', steps: [{ micros: 1_000_000 }] },
      ],
    },
  ])
})

test('JSON begins with what the fields have', async () => {
  const { user, save, saved } = await openEditor(withBook(simpleBook))
  await user.type(screen.getByLabelText('Live, for 1,000 minutes'), '2')
  await user.click(screen.getByRole('radio', { name: 'JSON' }))
  expect(screen.queryByLabelText('Live, for 1,000 minutes')).toBeNull()
  await save()
  expect(await screen.findByText('Prices entered as version 3')).toBeTruthy()
  expect(saved()).toMatchObject([
    {
      prices: [
        { meter: 'delivered' },
        { meter: 'live', steps: [{ micros: 200_000 }] },
        { meter: 'delivered_bytes' },
      ],
    },
  ])
})

test('prices with steps are edited as JSON alone', async () => {
  const { user, save, saved } = await openEditor(withBook(simpleBook))
  const stepped = { prices: [{ meter: 'live', steps: [{ upto: 10, micros: 2 }, { micros: 1 }] }] }
  await user.upload(
    screen.getByLabelText('File with prices'),
    new File([JSON.stringify(stepped)], 'prices.json', { type: 'application/json' }),
  )
  await user.click(screen.getByRole('radio', { name: 'One price per meter' }))
  expect(screen.getByText(/^These prices have steps/)).toBeTruthy()
  expect(screen.queryByLabelText('Live, for 1,000 minutes')).toBeNull()
  await save()
  expect(await screen.findByText('Prices entered as version 3')).toBeTruthy()
  expect(saved()).toEqual([stepped])
})

test('what cannot be loaded says so and is tried again', async () => {
  const user = userEvent.setup()
  let isBroken = true
  await open({
    'GET /ui/v1/operator/prices': (request) =>
      isBroken
        ? { status: 500, body: { error: { type: 'internal', messages: ['Broken.'] } } }
        : priced(request),
  })
  expect(await screen.findAllByText('Broken.')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'New version' })).toBeNull()
  isBroken = false
  await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
  expect(await rowsOf('Versions')).toHaveLength(2)
})
