import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './tax-screen.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const address = '/ui/v1/operator/tax'

const aRate = (country: string, rate: number, given: object = {}) => ({
  country,
  region: null,
  rate,
  name: 'VAT',
  is_reverse_charge: false,
  ...given,
})
const california = aRate('US', 7.25, { region: 'CA', name: 'Sales tax' })
const germany = aRate('DE', 19, { is_reverse_charge: true })
const elsewhere = aRate('US', 0, { name: 'Sales tax' })

const tableOf = (rates: object[], version = 3) => ({
  version,
  rates,
  text: '',
  created_at: '2026-11-02T10:00:00.000Z',
  created_by: 'ada@operator.example',
})

const of = (table: object | null, mode = 'invoice') => ({ body: { data: { mode, table } } })

const open = (api: ApiHandlers = {}) =>
  openScreen(
    () => (
      <>
        <Screen />
        <ToastRegion />
      </>
    ),
    {
      address: '/operator/tax',
      api: {
        [`GET ${address}`]: of(tableOf([california, germany, elsewhere])),
        [`POST ${address}`]: { status: 201, body: { data: tableOf([], 4) } },
        ...api,
      },
    },
  )

const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Tax rates' })
  await waitFor(() => expect(within(table).queryAllByRole('rowheader').length).toBeGreaterThan(0))
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
}

/** At once: each letter in a field of countries draws hundreds of them. */
const fill = async (user: ReturnType<typeof userEvent.setup>, field: HTMLElement, text: string) => {
  await user.tripleClick(field)
  await user.paste(text)
  await user.tab()
}

type Requests = Awaited<ReturnType<typeof open>>['requests']
const sent = (requests: Requests) =>
  requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => {
      const { text, after_version: after } = (
        body as { tax: { text: string; after_version: unknown } }
      ).tax
      return { rates: JSON.parse(text).rates, after }
    })

test('rates stand by country and region, with their name, rate and who owes the tax', async () => {
  await open()
  expect(await rows()).toEqual([
    'GermanyAllVATFor buyers with a tax ID19 %',
    'United StatesEvery otherSales tax–0 %',
    'United StatesCASales tax–7.25 %',
  ])
  expect(screen.getByText(/^Version 3, entered .* by ada@operator\.example\./)).toBeDefined()
})

test('a rate is added from the keyboard, after wrong fields have said what they need', async () => {
  const user = userEvent.setup()
  const { requests } = await open()
  await rows()
  screen.getByRole('button', { name: 'Add a rate' }).focus()
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a tax rate' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(await dialog.findByText('Choose a country')).toBeDefined()
  expect(dialog.getByText('Enter what invoices call this tax, such as VAT.')).toBeDefined()
  const rate = dialog.getByLabelText('Rate in percent')
  const wrongRate = 'Enter a rate in percent from 0 to 100, such as 19 or 7.25.'
  for (const wrong of ['19 %', '7,25', '-1', '100.01', '1.00001']) {
    await fill(user, rate, wrong)
    expect(dialog.getByText(wrongRate)).toBeDefined()
  }
  await fill(user, rate, '8.875')
  await fill(user, dialog.getByLabelText('Name on invoices'), ' Sales tax ')
  const region = dialog.getByLabelText('State or region')
  await fill(user, region, 'ca')
  await fill(user, dialog.getByRole('combobox', { name: 'Country' }), 'US')
  const repeated = 'United States, ca has a rate already. Change that one instead.'
  expect(await dialog.findByText(repeated)).toBeDefined()
  await fill(user, region, 'ny')
  expect(dialog.queryByText(repeated)).toBeNull()
  await user.click(dialog.getByRole('checkbox', { name: 'Reverse charge' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Tax rate added')).toBeDefined()
  expect(sent(requests)).toEqual([
    {
      after: 3,
      rates: [
        { country: 'US', region: 'CA', rate: 7.25, name: 'Sales tax' },
        { country: 'DE', rate: 19, name: 'VAT', reverse_charge: true },
        { country: 'US', rate: 0, name: 'Sales tax' },
        { country: 'US', region: 'ny', rate: 8.875, name: 'Sales tax', reverse_charge: true },
      ],
    },
  ])
})

test('a rate is changed from what it is; a version of another person is said and shown behind the dialog', async () => {
  const user = userEvent.setup()
  const message = 'Version 4 is newer than the one you edited. Review it before you save.'
  let isNewer = false
  const { requests } = await open({
    [`GET ${address}`]: () =>
      of(isNewer ? tableOf([aRate('FR', 20)], 4) : tableOf([california, germany])),
    [`POST ${address}`]: () => {
      isNewer = true
      return { status: 400, body: { error: { type: 'invalid_parameters', messages: [message] } } }
    },
  })
  await rows()
  await user.click(screen.getByRole('button', { name: 'Change the tax of Germany' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the tax of Germany' }))
  expect(dialog.getByLabelText('Name on invoices')).toHaveProperty('value', 'VAT')
  const rate = dialog.getByLabelText('Rate in percent')
  expect(rate).toHaveProperty('value', '19')
  await user.clear(rate)
  await user.type(rate, '20{Enter}')
  expect(await dialog.findByText(message)).toBeDefined()
  expect(await screen.findByText('France')).toBeDefined()
  // Still the version that was seen: what came in must not be overwritten.
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(requests)).toHaveLength(2))
  expect(sent(requests).at(-1)).toEqual({
    after: 3,
    rates: [
      { country: 'US', region: 'CA', rate: 7.25, name: 'Sales tax' },
      { country: 'DE', rate: 20, name: 'VAT', reverse_charge: true },
    ],
  })
})

test('a rate is deleted after the dialog has said what buyers there have then', async () => {
  const user = userEvent.setup()
  const { requests } = await open()
  await rows()
  await user.click(screen.getByRole('button', { name: 'Delete the tax of United States, CA' }))
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Delete the tax of United States, CA?',
  })
  expect(dialog.textContent).toContain('the rate of the rest of United States')
  expect(sent(requests)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Delete tax rate' }))
  expect(await screen.findByText('Tax rate deleted')).toBeDefined()
  expect(sent(requests)).toEqual([
    {
      after: 3,
      rates: [
        { country: 'DE', rate: 19, name: 'VAT', reverse_charge: true },
        { country: 'US', rate: 0, name: 'Sales tax' },
      ],
    },
  ])
})

test('the first rate is version 1', async () => {
  const user = userEvent.setup()
  const { requests } = await open({ [`GET ${address}`]: of(null) })
  expect(await screen.findByText('No tax rates')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Add a rate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a tax rate' }))
  await fill(user, dialog.getByRole('combobox', { name: 'Country' }), 'ie')
  await fill(user, dialog.getByLabelText('Name on invoices'), 'VAT')
  await user.type(dialog.getByLabelText('Rate in percent'), '23{Enter}')
  expect(await screen.findByText('Tax rate added')).toBeDefined()
  expect(sent(requests)).toEqual([
    { after: null, rates: [{ country: 'IE', rate: 23, name: 'VAT' }] },
  ])
})

test('a server without invoices says that no tax is added', async () => {
  await open({ [`GET ${address}`]: of(null, 'showback') })
  expect(await screen.findByText(/This server writes no invoices/)).toBeDefined()
})

test('rates that cannot be loaded say so and are asked for again', async () => {
  let isBroken = true
  await open({
    [`GET ${address}`]: () =>
      isBroken
        ? { status: 500, body: { error: { type: 'internal', messages: ['Broken.'] } } }
        : of(tableOf([germany])),
  })
  expect(await screen.findByText('Broken.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add a rate' })).toBeNull()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(1)
})
