import { describe, expect, test } from 'vitest'
import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { paymentsServer } from '@playhead/features/account/payments/server'
import { plansServer } from '@playhead/features/account/plans/server'
import { usageServer } from '@playhead/features/account/usage/server'
import { assetsServer } from '@playhead/features/video/assets/server'
import { liveStreamsServer } from '@playhead/features/video/live-streams/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { uploadsServer } from '@playhead/features/video/uploads/server'
import { feature } from '@playhead/server-kit/feature.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertInvoice } from '@playhead/testing/rows/invoice-rows.ts'
import { readChanges, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { runAllInvoices } from './course/run-invoices.ts'
import { invoiceListener, invoicesServer } from './index.ts'
import { insertUsage, setHoursClosed } from './testing-invoices.sql.ts'

/** What a test lets fail once, in the middle of issuing. */
let failure: Error | undefined
const failing = feature('failing', {
  parts: [
    invoiceListener({
      order: 90,
      issued: async () => {
        const thrown = failure
        failure = undefined
        if (thrown) throw thrown
      },
    }),
  ],
})

const features = [
  failing,
  invoicesServer,
  assetsServer,
  liveStreamsServer,
  operatorServer,
  organizationsServer,
  paymentsServer,
  plansServer,
  playbackIdsServer,
  processingServer,
  uploadsServer,
  usageServer,
]
const clickhouse = await makeTestClickHouse()
const { app, call, clock, database, mails } = await startTestApp(features, {
  clickhouse,
  settings: {
    PLAYHEAD_BILLING: 'invoice',
    PLAYHEAD_INVOICE_SELLER: String.raw`Video Ltd\n1 Main Street\nDublin`,
    PLAYHEAD_TRANSFER_TEXT: 'IBAN IE00 TEST',
  },
})
const make = aFactory(database)
const staff = await make.person({ isStaff: true })

const dayMs = 86_400_000
let now = new Date('2026-05-01T00:00:00Z')
clock.now = () => now
const at = (time: string) => {
  now = new Date(time)
  return now
}
const may = new Date('2026-05-01T00:00:00Z')

await call('/ui/v1/operator/plans', {
  as: staff,
  body: {
    plans: {
      text: JSON.stringify({
        plans: [
          {
            name: 'Pro',
            flags: { environmentLimit: 50 },
            fees: { month: 5000, year: 50_000 },
            included: { delivered: 10 },
          },
        ],
      }),
    },
  },
})
/** A cent a minute. */
await call('/ui/v1/operator/prices', {
  as: staff,
  body: {
    prices: {
      text: JSON.stringify({
        valid_from: '2026-05',
        prices: [{ meter: 'delivered', steps: [{ micros: 1_000_000 }] }],
      }),
      after_version: null,
    },
  },
})

const mailsTo = async (address: string) =>
  (await mails()).filter(({ to }) => to === address).map(({ subject }) => subject)

const setUp = async () => {
  at('2026-05-01T00:00:00Z')
  const world = await make.world()
  const { admin, organization, environment } = world
  await setColumn(database, 'environments', 'created_at', may.toISOString(), {
    id: environment.id,
  })
  await call(`/ui/v1/operator/organizations/${organization.id}`, {
    as: staff,
    method: 'PUT',
    body: { organization: { plan: 'Pro' } },
  })
  const read = async (path: string, as = admin) => call(`/ui/v1/${path}`, { as, organization })
  const list = async () => (await read('invoices')).body.data as Json[]
  const use = (seconds: number, given: object = {}) =>
    insertUsage(
      database,
      { id: environment.id, organizationId: organization.id },
      {
        hour: may,
        meter: 'delivered',
        tier: '1080p',
        quantity: seconds,
        ...given,
      },
    )
  const close = (until: string) => setHoursClosed(database, organization, new Date(until))
  return { ...world, read, list, use, close }
}

const issued = async () => {
  const world = await setUp()
  await world.use(1_200)
  await runAllInvoices(app)
  await world.close('2026-06-01T00:00:00Z')
  at('2026-06-02T00:00:00Z')
  await runAllInvoices(app)
  const [, invoice] = await world.list()
  return { ...world, invoice: invoice! }
}

describe('a month', () => {
  test('BILL-020 it waits, is counted to its last hour, and is issued on the 2nd with fee and usage', async () => {
    const { list, use, close, read, organization, environment } = await setUp()
    await use(1_200)
    await runAllInvoices(app)
    expect(await list()).toMatchObject([
      { status: 'waiting', month: '2026-05', number: null, total_cents: null, balance_cents: 0 },
    ])
    at('2026-06-02T00:00:00Z')
    await runAllInvoices(app)
    // An hour of the month is open: it is not issued, however late it is.
    expect((await list()).map(({ status }) => status)).toEqual(['waiting', 'pending'])
    await close('2026-05-31T23:00:00Z')
    await runAllInvoices(app)
    expect((await list()).map(({ status }) => status)).toEqual(['waiting', 'pending'])
    await close('2026-06-01T00:00:00Z')
    await runAllInvoices(app)
    const [, invoice] = await list()
    expect(invoice).toMatchObject({
      status: 'open',
      number: expect.any(Number),
      currency: 'USD',
      // 20 minutes, of which the plan includes 10, at a cent a minute.
      subtotal_cents: 5010,
      tax_cents: 0,
      total_cents: 5010,
      balance_cents: 5010,
      issued_at: '2026-06-02T00:00:00.000Z',
      due_at: '2026-06-16T00:00:00.000Z',
    })
    const { data } = (await read(`invoices/${invoice!.id}`)).body
    expect(data.lines).toMatchObject([
      { kind: 'fee', description: 'Plan Pro, by the month, May 1 to May 31', amount_cents: 5000 },
      {
        kind: 'usage',
        environment_id: environment.id,
        environment_name: environment.name,
        meter: 'delivered',
        unit: 'minutes',
        quantity: 20,
        included: 10,
        amount_cents: 10,
      },
    ])
    expect(data.snapshot).toMatchObject({
      seller: { name: 'Video Ltd', address: ['1 Main Street', 'Dublin'] },
      buyer: { organization_id: organization.id, organization_name: organization.name },
      notes: [
        'What the plan includes is taken from the dearest resolution first.',
        'IBAN IE00 TEST',
      ],
      zone: 'UTC',
    })
    await runAllInvoices(app)
    expect((await list())[1]).toEqual(invoice)
  })

  test('BILL-010 an organization that a marketplace charges has no invoice, and its month is not made up for later', async () => {
    const { organization, use, close, list } = await setUp()
    await use(1_200)
    await runAllInvoices(app)
    expect(await list()).toMatchObject([{ status: 'waiting', month: '2026-05' }])
    const sell = async (marketplace_type: string | null) =>
      call(`/ui/v1/operator/organizations/${organization.id}`, {
        as: staff,
        method: 'PUT',
        body: { organization: { marketplace_type } },
      })
    expect((await sell('aws')).status).toBe(200)
    await close('2026-06-01T00:00:00Z')
    at('2026-06-02T00:00:00Z')
    await runAllInvoices(app)
    expect(await list()).toEqual([])
    await sell(null)
    await close('2026-07-01T00:00:00Z')
    at('2026-07-02T00:00:00Z')
    await runAllInvoices(app)
    await runAllInvoices(app)
    expect(await list()).toMatchObject([
      { month: '2026-07', status: 'waiting' },
      { month: '2026-06', status: 'open', total_cents: 5000 },
    ])
  })

  test('what is counted for it later is a correction of the next invoice, to the cent', async () => {
    const { list, use, close, read, invoice } = await issued()
    await use(600, { revision: 1 })
    await close('2026-07-01T00:00:00Z')
    at('2026-07-02T00:00:00Z')
    await runAllInvoices(app)
    const [, june] = await list()
    const { lines } = (await read(`invoices/${june!.id}`)).body.data
    expect(lines).toMatchObject([
      { kind: 'fee', amount_cents: 5000 },
      {
        kind: 'correction',
        month: '2026-05',
        quantity: 10,
        amount_cents: 10,
        description: 'Correction of May 2026: Delivered, 1080p',
      },
    ])
    // Once: the invoice after it knows the new count.
    await close('2026-08-01T00:00:00Z')
    at('2026-08-02T00:00:00Z')
    await runAllInvoices(app)
    const [, july] = await list()
    expect(july).toMatchObject({ month: '2026-07', total_cents: 5000 })
    expect((await list()).at(-1)).toMatchObject({ id: invoice.id, total_cents: 5010 })
  })

  test('numbers have no gaps, also when two servers issue at once', async () => {
    const worlds = [await setUp(), await setUp(), await setUp()]
    await runAllInvoices(app)
    for (const { close } of worlds) await close('2026-06-01T00:00:00Z')
    at('2026-06-02T00:00:00Z')
    await Promise.all([runAllInvoices(app), runAllInvoices(app), runAllInvoices(app)])
    const numbers = (await readRows(database, 'invoices', {}))
      .map(({ number }) => Number(number))
      .filter((number) => number > 0)
      .toSorted((one, other) => one - other)
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index))
    for (const { list } of worlds) expect((await list())[1]).toMatchObject({ status: 'open' })
  })

  test('an issue that fails half-way leaves nothing behind, and the next run gives the same number', async () => {
    const { list, use, close } = await setUp()
    await use(1_200)
    await runAllInvoices(app)
    await close('2026-06-01T00:00:00Z')
    at('2026-06-02T00:00:00Z')
    const highest = async () =>
      Math.max(...(await readRows(database, 'invoices', {})).map(({ number }) => Number(number)))
    const before = await highest()
    failure = new Error('The disk is full.')
    await expect(runAllInvoices(app)).rejects.toThrow('The disk is full.')
    expect((await list())[1]).toMatchObject({ status: 'pending', number: null })
    await runAllInvoices(app)
    expect((await list())[1]).toMatchObject({ status: 'open', number: before + 1 })
  })

  test('BILL-018 tax and buyer are those of the billing information, and never change afterwards', async () => {
    const world = await setUp()
    const { organization, admin, close, list, read } = world
    const rates = [{ country: 'DE', rate: 19, name: 'USt' }]
    const entered = await call('/ui/v1/operator/tax', {
      as: staff,
      body: { tax: { text: JSON.stringify({ rates }), after_version: null } },
    })
    expect(entered.status, JSON.stringify(entered.body)).toBe(201)
    const information = {
      billing_name: 'Northlight GmbH',
      billing_address: 'Lindenweg 4',
      billing_address2: '',
      billing_city: 'Berlin',
      billing_state: '',
      billing_zip: '10999',
      billing_country: 'DE',
      billing_email: 'invoices@northlight.example',
      tax_id: '',
    }
    const enter = (changes: object) =>
      call('/ui/v1/billing/information', {
        as: admin,
        organization,
        method: 'PUT',
        body: { billing_information: { ...information, ...changes } },
      })
    expect((await enter({})).status).toBe(200)
    await runAllInvoices(app)
    await close('2026-06-01T00:00:00Z')
    at('2026-06-02T00:00:00Z')
    await runAllInvoices(app)
    const [, invoice] = await list()
    expect(invoice).toMatchObject({ subtotal_cents: 5000, tax_cents: 950, total_cents: 5950 })
    await enter({ billing_name: 'Renamed GmbH' })
    const { snapshot } = (await read(`invoices/${invoice!.id}`)).body.data
    expect(snapshot).toMatchObject({
      buyer: { name: 'Northlight GmbH', city: 'Berlin', country: 'DE' },
      taxes: [{ name: 'USt', percent: 19, cents: 950 }],
    })
    expect(await mailsTo('invoices@northlight.example')).toEqual([
      `Invoice ${invoice!.number} of ${organization.name}: $59.50`,
    ])
  })
})

describe('what is not paid', () => {
  test('BILL-015 BILL-020 it is late at its due date and long overdue 14 days later; new media is refused until it is paid', async () => {
    const { list, read, invoice, admin, organization, environment } = await issued()
    const token = await make.accessToken(environment, ['video:read', 'video:write'])
    const create = (path: string, body: object) => call(`/video/v1/${path}`, { token, body })
    const add = async () => [
      await create('assets', { inputs: [{ url: 'https://x.example/a.mp4' }] }),
      await create('uploads', { cors_origin: '*', new_asset_settings: {} }),
      await create('live-streams', {}),
    ]
    const outstanding = async () => (await read('outstanding-balances')).body.data
    expect(await outstanding()).toMatchObject({
      balances: [{ currency: 'USD', cents: 5010, late_cents: 0, invoices: 1 }],
      invoice_needs_attention: false,
    })
    at('2026-06-16T00:00:00Z')
    await runAllInvoices(app)
    expect((await list())[1]).toMatchObject({ status: 'late' })
    expect(await outstanding()).toMatchObject({
      balances: [{ cents: 5010, late_cents: 5010 }],
      invoice_needs_attention: true,
    })
    expect((await add()).map(({ status }) => status)).toEqual([201, 201, 201])
    for (const day of ['19', '23', '29']) {
      at(`2026-06-${day}T23:59:59Z`)
      await runAllInvoices(app)
      await runAllInvoices(app)
    }
    expect((await list())[1]).toMatchObject({ status: 'late' })
    at('2026-06-30T00:00:00Z')
    await runAllInvoices(app)
    expect((await list())[1]).toMatchObject({ status: 'delinquent' })
    const own = (await mailsTo(admin.email)).toReversed()
    const about = `Invoice ${invoice.number} of ${organization.name}`
    expect(own).toEqual([
      `${about}: $50.10`,
      `${about} is due: $50.10`,
      `${about} is late: $50.10`,
      `${about} is late: $50.10`,
      `${about} is long overdue: $50.10`,
    ])
    for (const refused of await add())
      expect(refused).toMatchObject({
        status: 402,
        body: {
          error: {
            type: 'payment_required',
            name: 'invoice_overdue',
            messages: [
              'An invoice of this organization is long overdue. An admin can pay it under Billing and Payments.',
            ],
          },
        },
      })
    const paid = await call(`/ui/v1/operator/invoices/${invoice.id}/external-paid`, {
      as: staff,
      body: { invoice: { note: 'Transfer of Jun 30' } },
    })
    expect(paid.body.data).toMatchObject({ status: 'external_paid', balance_cents: 0 })
    expect((await add()).map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await outstanding()).toEqual({
      balances: [],
      invoice_needs_attention: false,
      unpaid: [],
    })
    expect(await readChanges(database, organization.id)).toContainEqual(
      expect.objectContaining({ action: 'invoice.paid_externally' }),
    )
  })

  test('an operator waives an invoice once, and only one that is owed', async () => {
    const { organization } = await setUp()
    const id = await insertInvoice(database, organization)
    const forgive = () =>
      call(`/ui/v1/operator/invoices/${id}/forgive`, {
        as: staff,
        body: { invoice: { note: 'Our mistake' } },
      })
    expect((await forgive()).body.data).toMatchObject({ status: 'forgiven', note: 'Our mistake' })
    const again = await forgive()
    expect(again.status).toBe(400)
    expect(again.body.error.messages).toEqual([
      'Nothing is owed on this invoice: its status is “Waived”.',
    ])
  })

  test('after a standstill one mail is sent, not one for each day that was missed', async () => {
    const { admin } = await issued()
    const before = await mailsTo(admin.email)
    now = new Date(Date.parse('2026-06-16T00:00:00Z') + 40 * dayMs)
    await runAllInvoices(app)
    const after = await mailsTo(admin.email)
    expect(after).toHaveLength(before.length + 1)
    expect(after[0]).toMatch(/ is long overdue: /)
  })
})

describe('who may read', () => {
  test('another organization gets a 404, members a 403, and the CSV has the lines', async () => {
    const { invoice, read, member } = await issued()
    const other = await make.world()
    for (const path of [`invoices/${invoice.id}`, `billing/invoices/${invoice.id}/csv`]) {
      const foreign = await call(`/ui/v1/${path}`, {
        as: other.admin,
        organization: other.organization,
      })
      expect([path, foreign.status]).toEqual([path, 404])
      expect([path, (await read(path, member)).status]).toEqual([path, 403])
    }
    const { status, body: text } = await read(`billing/invoices/${invoice.id}/csv`)
    expect(status).toBe(200)
    const [head, ...rows] = text.trim().split('\r\n')
    expect(head).toMatch(/invoice,currency,position,kind,month/)
    expect(rows).toHaveLength(2)
    expect(rows[1]).toContain('"Delivered, 1080p"')
  })

  test('a server that only shows usage has no invoices', async () => {
    const quiet = await startTestApp(features, { clickhouse })
    const world = await aFactory(quiet.database).world()
    for (const path of ['invoices', 'outstanding-balances']) {
      const { status } = await quiet.call(`/ui/v1/${path}`, {
        as: world.admin,
        organization: world.organization,
      })
      expect([path, status]).toEqual([path, 404])
    }
    await runAllInvoices(quiet.app)
    expect(await readRows(quiet.database, 'invoices', {})).toEqual([])
  })
})
