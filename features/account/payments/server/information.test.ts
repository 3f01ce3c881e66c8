import { describe, expect, test } from 'vitest'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { paymentsServer } from './index.ts'

const { app, call, database } = await startTestApp([organizationsServer, paymentsServer], {
  settings: { PLAYHEAD_BILLING: 'test' },
})
const make = aFactory(database)
const staff = await make.person({ isStaff: true })

const address = {
  billing_name: 'Northlight GmbH',
  billing_address: 'Lindenweg 4',
  billing_address2: '2nd floor',
  billing_city: 'Berlin',
  billing_state: 'BE',
  billing_zip: '10999',
  billing_country: 'DE',
  billing_email: 'invoices@northlight.example',
  billing_url: 'https://northlight.example',
  tax_id: 'DE 136-695.976',
}
const stored = { ...address, tax_id: 'DE136695976' }

const setUp = async () => {
  const world = await make.world()
  const { admin, organization } = world
  const put = (information: object, as = admin) =>
    call('/ui/v1/billing/information', {
      as,
      organization,
      method: 'PUT',
      body: { billing_information: information },
    })
  const read = async (as = admin) => call('/ui/v1/billing/information', { as, organization })
  const calculate = (body: object, as = admin) =>
    call('/ui/v1/billing/tax/calculate', { as, organization, body })
  return { ...world, put, read, calculate }
}

describe('billing information', () => {
  test('BILL-018 an admin enters it, and the trail of changes says what changed', async () => {
    const { organization, put, read } = await setUp()
    expect((await read()).body.data).toBeNull()
    expect((await put(address)).body.data).toEqual(stored)
    expect((await read()).body.data).toEqual(stored)
    await put({ ...address, billing_city: 'Hamburg' })
    await put({ ...address, billing_city: 'Hamburg' })
    expect(await readChanges(database, organization.id)).toMatchObject([
      {
        action: 'billing_information.set',
        detail: { changed: Object.keys(stored).map((name) => name.replace('billing_', '')) },
      },
      { action: 'billing_information.set', detail: { changed: ['city'] } },
    ])
  })

  test('BILL-018 six fields are enough, and what is not sent stays', async () => {
    const { put } = await setUp()
    await put(address)
    const { billing_email: email, billing_url: url, ...rest } = address
    expect((await put(rest)).body.data).toMatchObject({ billing_email: email, billing_url: url })
    expect((await put({ ...rest, billing_url: null })).body.data.billing_url).toBeNull()
  })

  test('BILL-023 400 with the texts of the account forms', async () => {
    const { put, read } = await setUp()
    for (const [changed, message] of [
      [{ billing_email: '' }, 'Invalid email'],
      [{ billing_email: 'ada@' }, 'Invalid email'],
      [{ billing_url: 'northlight' }, 'URL does not appear to be valid'],
      [{ billing_url: 'javascript:alert(1)' }, 'URL does not appear to be valid'],
      [{ billing_country: 'XX' }, 'Choose a country'],
      [{ tax_id: 'none' }, 'Tax ID does not appear to be valid'],
    ] as const) {
      const { status, body } = await put({ ...address, ...changed })
      expect([status, body.error.messages]).toEqual([400, [message]])
      expect(Object.keys(body.error.fields)).toEqual(Object.keys(changed))
    }
    expect((await read()).body.data).toBeNull()
  })

  test('403 for members; a cancelled organization still enters it, and changes nothing else', async () => {
    const { organization, admin, member, put, read } = await setUp()
    expect((await put(address, member)).status).toBe(403)
    expect((await read(member)).status).toBe(403)
    await setColumn(database, 'organizations', 'cancelled_at', new Date(), { id: organization.id })
    expect((await put(address)).status).toBe(200)
    const renamed = await call('/ui/v1/organization', {
      as: admin,
      organization,
      method: 'PUT',
      body: { organization: { name: 'Other' } },
    })
    expect(renamed.status).toBe(403)
  })
})

const enter = (rates: object[], after: number | null) =>
  call('/ui/v1/operator/tax', {
    as: staff,
    body: { tax: { text: JSON.stringify({ rates }), after_version: after } },
  })

const rates = [
  { country: 'DE', rate: 19, name: 'VAT' },
  { country: 'FR', rate: 20, name: 'TVA', reverse_charge: true },
  { country: 'US', region: 'CA', rate: 7.25, name: 'Sales tax' },
]

describe('tax', () => {
  test('the operator enters rates as versions, on the screen or by a file', async () => {
    const none = await call('/ui/v1/operator/tax', { as: staff })
    expect(none.body.data).toEqual({ mode: 'test', table: null })
    const first = await enter(rates, null)
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({ version: 1, created_by: staff.email })
    expect(first.body.data.rates).toContainEqual({
      country: 'FR',
      region: null,
      rate: 20,
      name: 'TVA',
      is_reverse_charge: true,
    })
    const late = await enter(rates, null)
    expect(late.body.error.messages).toEqual([
      'Version 1 is newer than the one you edited. Review it before you save.',
    ])
    const exported = paymentsServer.commands.find(({ name }) => name === 'tax export')!
    expect(await exported.run(app, {})).toEqual({ rates })
    for (const [wrong, message] of [
      [
        [{ ...rates[0], rate: 19.00001 }],
        'rates.0.rate: A rate is in percent, with up to four decimals.',
      ],
      [
        [{ ...rates[0], country: 'Germany' }],
        'rates.0.country: Write a country as a code such as DE.',
      ],
      [[rates[2], { ...rates[2], region: 'ca' }], 'Two rates for: US CA.'],
    ] as const)
      expect((await enter([...wrong] as object[], 1)).body.error.messages).toEqual([message])
    const { admin } = await setUp()
    expect((await call('/ui/v1/operator/tax', { as: admin })).status).toBe(403)
  })

  test('every version says in the trail of changes who entered it, and what it brought and took away', async () => {
    const { version, rates: before } = (await call('/ui/v1/operator/tax', { as: staff })).body.data
      .table
    expect(before).toHaveLength(3)
    const changed = [
      { ...rates[0], rate: 16 },
      ...rates.slice(1, 2),
      { country: 'PL', rate: 23, name: 'VAT' },
    ]
    expect((await enter(changed, version)).status).toBe(201)
    expect((await enter(rates, version + 1)).status).toBe(201)
    const entries = await readRows(database, 'changes', { action: 'tax_rates.entered' })
    expect(
      entries.find(({ subject_id: subject }) => subject === `version ${version + 1}`),
    ).toMatchObject({
      organization_id: null,
      actor_kind: 'user',
      actor_email: staff.email,
      detail: {
        added: ['DE: VAT 16 %', 'PL: VAT 23 %'],
        removed: ['DE: VAT 19 %', 'US CA: Sales tax 7.25 %'],
      },
    })
  })

  test('BILL-034 400 without stored billing information', async () => {
    const { calculate } = await setUp()
    const { status, body } = await calculate({ to_country: 'DE', amount: 1000 })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      type: 'invalid_parameters',
      messages: ['Unable to calculate tax'],
    })
  })

  test('BILL-033 the tax of line items and shipping, by the address that is sent or stored', async () => {
    const { put, calculate } = await setUp()
    await put({ ...address, tax_id: '' })
    const items = [
      { unit_price: 2500, quantity: 4, discount: 1000, sales_tax: 0, product_type: '31000' },
      { unit_price: 99 },
    ]
    const sent = { to_zip: '10999', to_city: 'Berlin', to_street: 'Lindenweg 4' }
    expect(
      (await calculate({ ...sent, amount: 1, shipping: 1, line_items: items })).body.data,
    ).toEqual({
      name: 'VAT',
      rate: 19,
      is_reverse_charge: false,
      taxable_cents: 9100,
      tax_cents: 1729,
      total_cents: 10_829,
    })
    const inCalifornia = { to_country: 'US', to_state: 'CA', amount: 10_000 }
    expect((await calculate(inCalifornia)).body.data).toMatchObject({ rate: 7.25, tax_cents: 725 })
    expect((await calculate({ to_country: 'US', amount: 10_000 })).body.data).toMatchObject({
      name: null,
      tax_cents: 0,
    })
  })

  test('a payer with a tax id owes the tax where the operator says so', async () => {
    const { put, calculate } = await setUp()
    await put({ ...address, billing_country: 'FR', tax_id: 'FR40303265045' })
    expect((await calculate({ amount: 10_000 })).body.data).toMatchObject({
      name: 'TVA',
      is_reverse_charge: true,
      tax_cents: 0,
    })
  })
})
