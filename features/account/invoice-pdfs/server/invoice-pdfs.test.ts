import { describe, expect, test } from 'vitest'
import { findInvoice, invoiceListener } from '@playhead/features/account/invoices/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { readPages } from '@playhead/invoice-pdf/testing-read-pdf.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertInvoice } from '@playhead/testing/rows/invoice-rows.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { invoicePdfsServer } from './index.ts'

const features = [organizationsServer, invoicePdfsServer]
const { app, api, call, database, clock } = await startTestApp(features, {
  settings: { PLAYHEAD_BILLING: 'invoice' },
})
const make = aFactory(database)

const setUp = async (given: Parameters<typeof insertInvoice>[2] = {}) => {
  const world = await make.world()
  const id = await insertInvoice(database, world.organization, given)
  const askAs = (as = world.admin, organization = world.organization) =>
    call(`/ui/v1/invoices/${id}/pdf-url`, { as, organization })
  const ready = async () => {
    await askAs()
    await runJobs(app, features)
    return (await askAs()).body.data
  }
  return { ...world, id, askAs, ready }
}

const download = (url: string) => {
  const { pathname, search } = new URL(url)
  return api.request(`${pathname}${search}`)
}

describe('the PDF of an invoice', () => {
  test('BILL-029 is made when it is asked for, and read back by its address', async () => {
    const { askAs, ready } = await setUp({ number: 4711, subtotal_cents: 123_456, tax_cents: 11 })
    expect((await askAs()).body.data).toMatchObject({ state: 'being_made', url: null })
    const { state, url } = await ready()
    expect(state).toBe('ready')
    const response = await download(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toContain('invoice-4711.pdf')
    const [page] = await readPages(new Uint8Array(await response.arrayBuffer()))
    for (const text of [
      'Number 4711',
      'Video Ltd',
      'Acme',
      'Pro, by the month',
      '$1,234.56',
      '$1,234.67',
    ])
      expect(page).toContain(text)
  })

  test('is made by the job of an issued invoice, before anyone asks', async () => {
    const { organization, id, askAs } = await setUp()
    const invoice = (await findInvoice({ ...organization, postgres: database }, id))!
    for (const listener of invoiceListener.partsIn(app))
      await listener.issued?.(app, { ...organization, postgres: database }, invoice)
    await runJobs(app, features)
    expect((await askAs()).body.data.state).toBe('ready')
  })

  test('an address expires after five minutes, and is of one invoice alone', async () => {
    const { ready } = await setUp()
    const other = await setUp()
    const { url, expires_at: expiresAt } = await ready()
    const { url: otherUrl } = await other.ready()
    const left = Date.parse(expiresAt) - clock.now().getTime()
    expect(left).toBeGreaterThan(295_000)
    expect(left).toBeLessThanOrEqual(300_000)
    const swapped = new URL(otherUrl)
    swapped.search = new URL(url).search
    expect((await download(swapped.href)).status).toBe(404)
    expect((await download(url.replace(/token=.{8}/, 'token=AAAAAAAA'))).status).toBe(404)
    expect((await download(url)).status).toBe(200)
    clock.advance(301)
    expect((await download(url)).status).toBe(404)
  })

  test('a file that is lost is made again', async () => {
    const { organization, id, askAs, ready } = await setUp()
    await ready()
    await app.storage.removeAll(`invoices/${organization.id}`)
    expect((await askAs()).body.data.state).toBe('being_made')
    await runJobs(app, features)
    const invoice = await findInvoice({ ...organization, postgres: database }, id)
    expect(invoice?.pdf_key).toBe(`invoices/${organization.id}/${id}.pdf`)
    expect((await download((await askAs()).body.data.url)).status).toBe(200)
  })

  test('a letter that no font has is named, and tried again after half a minute', async () => {
    const { organization, id, askAs, ready } = await setUp()
    const invoice = await findInvoice({ ...organization, postgres: database }, id)
    const snapshot = invoice!.snapshot!
    const unprintable = { ...snapshot, buyer: { ...snapshot.buyer, name: 'שלום' } }
    await setColumn(database, 'invoices', 'snapshot', JSON.stringify(unprintable), { id })
    const failed = await ready()
    expect(failed).toMatchObject({ state: 'failed', url: null })
    expect(failed.reason).toContain('“ש” (U+05E9)')
    expect((await askAs()).body.data.state).toBe('failed')
    const past = new Date(Date.now() - 31_000)
    await setColumn(database, 'jobs', 'finished_at', past, { unique_key: id })
    expect((await askAs()).body.data.state).toBe('being_made')
  })

  test('one that is not issued has none', async () => {
    const { askAs } = await setUp({ status: 'waiting' })
    const { status, body } = await askAs()
    expect(status).toBe(400)
    expect(body.error.messages).toEqual(['This invoice is not issued yet, so it has no PDF.'])
  })
})

describe('refused', () => {
  test('401 without a session, 403 for a member, 404 for another organization', async () => {
    const { id, member, organization, askAs } = await setUp()
    const other = await setUp()
    expect((await call(`/ui/v1/invoices/${id}/pdf-url`, { organization })).status).toBe(401)
    expect((await askAs(member)).status).toBe(403)
    expect((await askAs(other.admin, other.organization)).status).toBe(404)
  })
})

test('in showback mode there is none', async () => {
  const showback = await startTestApp(features)
  const { admin, organization } = await aFactory(showback.database).world()
  const id = await insertInvoice(showback.database, organization)
  const { status } = await showback.call(`/ui/v1/invoices/${id}/pdf-url`, {
    as: admin,
    organization,
  })
  expect(status).toBe(404)
})
