import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { invoicesParts } from '@playhead/features/account/invoices/parts'
import { plansParts } from '@playhead/features/account/plans/parts'
import { billingLoadError } from '@playhead/features/account/usage/web'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { anOrganization, aSession, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './payment-method-screen.tsx'
import {
  aMethod,
  anAddress,
  aPayment,
  base,
  below,
  invoiceId,
  aMethodAnswer,
  aPaymentsApi,
  aPlansAnswer,
  aSetupAnswer,
  aTaxAnswer,
} from './testing-payments.ts'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

/** Drawn a moment later: parts that are first drawn while the test renders are never shown. */
const WithToasts = () => {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true))
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {isDrawn && <Screen />}
      <ToastRegion />
    </>
  )
}

const open = (
  given: ApiHandlers = {},
  { search = '', session = aSession(), parts = plansParts } = {},
) =>
  openScreen(WithToasts, {
    address: `${below}/payment-method`,
    href: `${base}/payment-method${search}`,
    api: aPaymentsApi(given),
    parts,
    session,
  })

const card = async (name: string) => within(await screen.findByRole('region', { name }))

const method = 'POST /ui/v1/billing/payment-method'
const { billing_email: _email, ...plainAddress } = anAddress()

test('BILL-004 BILL-007 the page has its tab, the stored method and what became of the last charge', async () => {
  await open({
    'GET /ui/v1/billing/payment-method': aMethodAnswer({
      payment_method: aMethod(),
      last_payment: {
        ...aPayment({ status: 'failed', error: 'Your card was declined.' }),
        invoice_id: invoiceId,
      },
    }),
  })
  const shown = await card('Payment method')
  expect(await shown.findByText('Visa ending in 4242')).toBeDefined()
  expect(shown.getByText(/Expires 04\/2038\. Saved on Nov 3, 2026\./)).toBeDefined()
  expect(
    shown.getByText(/The payment of €119\.00 on Nov 3, 2026 failed\. Your card was declined\./),
  ).toBeDefined()
  expect(shown.getByRole('link', { name: 'See the invoice' }).getAttribute('href')).toBe(
    `${base}/invoices/${invoiceId}`,
  )
  expect(shown.queryByText(/has expired/)).toBeNull()
  const tabs = within(await screen.findByRole('navigation', { name: 'Billing pages' }))
  expect(tabs.getByRole('link', { name: 'Payment method', current: 'page' })).toBeDefined()
})

test('BILL-028 BILL-031 the form asks for the setup intent once it is opened, and sends the method with the billing information', async () => {
  const user = userEvent.setup()
  const { requests } = await open({
    [method]: { body: { data: aMethod({ label: 'Test card that is declined' }) } },
  })
  await user.click(await screen.findByRole('button', { name: 'Add a payment method' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Payment method' }))
  await user.click(await dialog.findByRole('radio', { name: 'Test card that is declined' }))
  expect(requests.map(({ path }) => path)).toContain('/ui/v1/setup-intent')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Payment method saved')).toBeDefined()
  expect(
    requests.find(({ method: verb, path }) => verb === 'POST' && path.endsWith('method'))?.body,
  ).toEqual({
    payment_method: {
      id: 'test_declines',
      billing_information: { ...plainAddress, billing_email: null },
    },
  })
  await waitFor(() =>
    expect(
      requests.filter(
        ({ method: verb, path }) => verb === 'GET' && path.endsWith('payment-method'),
      ),
    ).toHaveLength(2),
  )
})

test('BILL-028 the page itself asks for no setup intent', async () => {
  const { requests } = await open()
  await screen.findByRole('button', { name: 'Add a payment method' })
  expect(requests.map(({ path }) => path)).not.toContain('/ui/v1/setup-intent')
})

test('a method that is refused is said in the form', async () => {
  const user = userEvent.setup()
  const message = 'There is no such test method.'
  await open({
    [method]: { status: 400, body: { error: { type: 'invalid_parameters', messages: [message] } } },
  })
  await user.click(await screen.findByRole('button', { name: 'Add a payment method' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Payment method' }))
  await user.click(await dialog.findByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(message)).toBeDefined()
})

test('BILL-031 with Stripe the form leads to its page, and the way back saves what was entered there', async () => {
  const user = userEvent.setup()
  const url = 'https://checkout.stripe.test/c/pay/cs_1'
  await open({
    'GET /ui/v1/billing/plans': aPlansAnswer('stripe'),
    'GET /ui/v1/setup-intent': aSetupAnswer({ provider: 'stripe', url }),
  })
  await user.click(await screen.findByRole('button', { name: 'Add a payment method' }))
  const link = await screen.findByRole('link', { name: 'Continue to Stripe' })
  expect(link.getAttribute('href')).toBe(url)
  await stopScreens()
  let isSaved = false
  const { requests, router } = await open(
    {
      'GET /ui/v1/billing/plans': aPlansAnswer('stripe'),
      'GET /ui/v1/billing/payment-method': () =>
        aMethodAnswer({ payment_method: isSaved ? aMethod() : null }),
      [method]: () => {
        isSaved = true
        return { body: { data: aMethod() } }
      },
    },
    { search: '?session=cs_1' },
  )
  expect(await screen.findByText('Visa ending in 4242')).toBeDefined()
  const sent = requests.filter(
    ({ method: verb, path }) => verb === 'POST' && path.endsWith('method'),
  )
  expect(
    sent.map(({ body }) => (body as { payment_method: { id: string } }).payment_method.id),
  ).toEqual(['cs_1'])
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('a session that Stripe does not know is said on the page', async () => {
  const message = 'No payment method was entered on the page of the payment provider.'
  await open(
    {
      [method]: {
        status: 400,
        body: { error: { type: 'invalid_parameters', messages: [message] } },
      },
    },
    { search: '?session=cs_2' },
  )
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Add a payment method' })).toBeDefined()
})

test('an expired card is said', async () => {
  await open({
    'GET /ui/v1/billing/payment-method': aMethodAnswer({
      payment_method: aMethod({ expires: '2020-01' }),
    }),
  })
  expect(await screen.findByText('This card has expired. Please replace it.')).toBeDefined()
})

test('where invoices are paid by transfer, the page says how, and asks for no method', async () => {
  const { requests } = await open({
    'GET /ui/v1/billing/plans': aPlansAnswer('invoice'),
    'GET /ui/v1/setup-intent': aSetupAnswer({ provider: 'none', transfer_text: 'IBAN DE12' }),
  })
  const shown = await card('Payment by transfer')
  expect(await shown.findByText('IBAN DE12')).toBeDefined()
  expect(requests.map(({ path }) => path)).not.toContain('/ui/v1/billing/payment-method')
})

test('BILL-018 BILL-023 the billing information is entered, with the texts of the account forms', async () => {
  const user = userEvent.setup()
  const { requests } = await open({
    'GET /ui/v1/billing/information': { body: { data: null } },
    'PUT /ui/v1/billing/information': {
      body: { data: anAddress({ billing_email: 'ada@example.com', tax_id: 'DE136695976' }) },
    },
  })
  const shown = await card('Billing information')
  const type = async (label: string, text: string) => {
    const field = await shown.findByRole(label === 'Country' ? 'combobox' : 'textbox', {
      name: label,
    })
    await user.clear(field)
    await user.type(field, text)
  }
  await type('Email', 'ada@')
  await type('Website', 'northlight')
  await type('Tax ID', 'none')
  await user.click(shown.getByRole('button', { name: 'Save' }))
  for (const message of [
    'Invalid email',
    'URL does not appear to be valid',
    'Tax ID does not appear to be valid',
    'Choose a country',
  ])
    expect(await shown.findByText(message)).toBeDefined()
  // The first field in error has the focus: the country, whose list covers the others.
  await user.keyboard('{Escape}')
  await type('Company or name', 'Northlight GmbH')
  await type('Address', 'Lindenweg 4')
  await type('Address, second line', '2nd floor')
  await type('City', 'Berlin')
  await type('State or region', 'BE')
  await type('ZIP or postal code', '10999')
  await type('Country', 'Germany')
  await user.keyboard('{Escape}')
  await type('Email', 'ada@example.com')
  await type('Website', 'https://northlight.example')
  await type('Tax ID', 'DE 136-695.976')
  await user.click(shown.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Billing information saved')).toBeDefined()
  expect(requests.find(({ method: verb }) => verb === 'PUT')?.body).toEqual({
    billing_information: {
      billing_name: 'Northlight GmbH',
      billing_address: 'Lindenweg 4',
      billing_address2: '2nd floor',
      billing_city: 'Berlin',
      billing_state: 'BE',
      billing_zip: '10999',
      billing_country: 'DE',
      billing_email: 'ada@example.com',
      billing_url: 'https://northlight.example',
      tax_id: 'DE 136-695.976',
    },
  })
})

test('BILL-033 the tax of the fee is shown, and reverse charge', async () => {
  const { requests } = await open()
  const shown = await card('Tax')
  expect(await shown.findByText('Fee of Pro')).toBeDefined()
  expect(shown.getByText('VAT 19 %')).toBeDefined()
  expect(shown.getByText('€119.00')).toBeDefined()
  expect(requests.find(({ path }) => path.endsWith('calculate'))?.body).toEqual({ amount: 10_000 })
  await stopScreens()
  await open({
    'POST /ui/v1/billing/tax/calculate': aTaxAnswer({
      is_reverse_charge: true,
      tax_cents: 0,
      total_cents: 10_000,
    }),
  })
  expect(await screen.findByText('Reverse charge: you owe the tax yourself.')).toBeDefined()
})

test('BILL-034 without billing information no tax can be said', async () => {
  await open({
    'GET /ui/v1/billing/information': { body: { data: null } },
    'POST /ui/v1/billing/tax/calculate': {
      status: 400,
      body: { error: { type: 'invalid_parameters', messages: ['Unable to calculate tax'] } },
    },
  })
  const shown = await card('Tax')
  expect(
    await shown.findByText('Unable to calculate tax. Enter your billing information first.'),
  ).toBeDefined()
})

test('BILL-012 a tax that cannot be loaded is said, and asked for again', async () => {
  let isBroken = true
  await open({
    'POST /ui/v1/billing/tax/calculate': () =>
      isBroken
        ? { status: 500, body: { error: { type: 'internal_error', messages: ['Broken.'] } } }
        : aTaxAnswer(),
  })
  const shown = await card('Tax')
  expect(await shown.findByText(/having trouble loading this page/)).toBeDefined()
  isBroken = false
  await userEvent.click(shown.getByRole('button', { name: 'Try again' }))
  expect(await shown.findByText('Total')).toBeDefined()
})

test('BILL-010 an organization that a marketplace bills sees that alone', async () => {
  const session = aSession({ organization: anOrganization({ marketplaceType: 'Vercel' }) })
  const { requests } = await open({}, { session })
  expect(
    await screen.findByText(
      'Your billing is managed through Vercel. Please access their website for more information.',
    ),
  ).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Billing information' })).toBeNull()
  expect(requests.map(({ path }) => path)).not.toContain('/ui/v1/billing/payment-method')
})

const anUnpaid = () => ({
  id: invoiceId,
  number: 7,
  status: 'open',
  month: '2026-10',
  currency: 'EUR',
  subtotal_cents: 100,
  tax_cents: 0,
  total_cents: 100,
  paid_cents: 0,
  balance_cents: 100,
  issued_at: '2026-11-02T03:00:00.000Z',
  due_at: '2026-11-16T03:00:00.000Z',
  settled_at: null,
  has_pdf: true,
})

test('BILL-010 where invoices are paid by transfer, it also sees the account while something is owed', async () => {
  const session = aSession({ organization: anOrganization({ marketplaceType: 'Vercel' }) })
  const opened = (balances: object[], mode = 'invoice') =>
    open(
      {
        'GET /ui/v1/billing/plans': aPlansAnswer(mode),
        'GET /ui/v1/outstanding-balances': {
          body: {
            data: { balances, invoice_needs_attention: false, unpaid: balances.map(anUnpaid) },
          },
        },
        'GET /ui/v1/setup-intent': aSetupAnswer({ provider: 'none', transfer_text: 'IBAN IE00' }),
      },
      // The list of what is owed asks for the same, in every mode.
      { session, parts: [...plansParts, ...invoicesParts] },
    )
  const balance = {
    currency: 'EUR',
    cents: 100,
    late_cents: 0,
    invoices: 1,
    due_at: '2026-11-16T03:00:00.000Z',
    oldest: { id: invoiceId, number: 7 },
  }
  await opened([balance])
  expect(await screen.findByText('IBAN IE00')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Billing information' })).toBeNull()
  await stopScreens()
  const { requests } = await opened([])
  await expect.poll(() => requests.map(({ path }) => path)).toContain('/ui/v1/outstanding-balances')
  expect(screen.queryByText('Payment by transfer')).toBeNull()
  await stopScreens()
  await opened([balance], 'test')
  expect(await screen.findByText('Still to be paid here')).toBeDefined()
  expect(screen.queryByText('Payment by transfer')).toBeNull()
})

test('in showback mode the page says that nothing is charged', async () => {
  await open({ 'GET /ui/v1/billing/plans': aPlansAnswer('showback') })
  expect(await screen.findByText('This server takes no payments')).toBeDefined()
})

test('BILL-012 what cannot load says so, each for itself', async () => {
  expect(billingLoadError).toBe("We're having trouble loading this page. Please try again later.")
  await open({
    'GET /ui/v1/billing/payment-method': { status: 500, body: {} },
    'GET /ui/v1/billing/information': { status: 500, body: {} },
  })
  for (const name of ['Payment method', 'Billing information'])
    expect(await (await card(name)).findByText(billingLoadError)).toBeDefined()
  await stopScreens()
  await open({ 'GET /ui/v1/billing/plans': { status: 500, body: {} } })
  expect(await screen.findByText(billingLoadError)).toBeDefined()
})
