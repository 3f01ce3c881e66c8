import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { operatorServer } from '@playhead/features/account/operator/server'
import { paymentsServer } from '@playhead/features/account/payments/server'
import { plansServer } from '@playhead/features/account/plans/server'
import { usageServer } from '@playhead/features/account/usage/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { invoicesServer } from '../index.ts'
import { insertUsage, setHoursClosed } from '../testing-invoices.sql.ts'
import { runAllInvoices } from './run-invoices.ts'

const features = [invoicesServer, operatorServer, paymentsServer, plansServer, usageServer]
const { app, call, clock, database, dataFolder } = await startTestApp(features, {
  settings: { PLAYHEAD_BILLING: 'invoice' },
})
const make = aFactory(database)
const staff = await make.person({ isStaff: true })

/** A month, its invoice, its due date, and its mails until it is long overdue. */
const times = ['05-01', '06-02', '06-16', '06-19', '06-23', '06-30'].map(
  (day) => `2026-${day}T00:00:00.000Z`,
)
const may = new Date('2026-05-01T00:00:00Z')

const enter = async (path: string, body: object) => {
  const { status } = await call(`/ui/v1/operator/${path}`, { as: staff, body })
  if (status >= 300) throw new Error(`${path} answered ${status}.`)
}

clock.now = () => may
const plan = { name: 'Pro', flags: {}, fees: { month: 5000, year: 50_000 }, included: {} }
await enter('plans', { plans: { text: JSON.stringify({ plans: [plan] }) } })
await enter('prices', {
  prices: {
    text: JSON.stringify({
      valid_from: '2026-05',
      prices: [{ meter: 'delivered', steps: [{ micros: 1_000_000 }] }],
    }),
    after_version: null,
  },
})

const setUp = async () => {
  clock.now = () => may
  const world = await make.world()
  const { organization, environment } = world
  await setColumn(database, 'environments', 'created_at', may.toISOString(), {
    id: environment.id,
  })
  await call(`/ui/v1/operator/organizations/${organization.id}`, {
    as: staff,
    method: 'PUT',
    body: { organization: { plan: 'Pro' } },
  })
  const used = { hour: may, meter: 'delivered', tier: '1080p', quantity: 600 }
  await insertUsage(database, { id: environment.id, organizationId: organization.id }, used)
  await setHoursClosed(database, organization, new Date('2026-06-01T00:00:00Z'))
  return world
}

/** The times that the program reached until it ended or killed itself. */
const runProgram = async (killAt: number) => {
  const script = join(import.meta.dirname, 'testing-invoice-program.ts')
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, database.url, dataFolder, String(killAt), ...times],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { said: said.trim().split('\n'), signal }
}

/** Two servers take over where the killed one stopped. */
const takeOver = async (from: string) => {
  for (const time of times.slice(times.indexOf(from))) {
    clock.now = () => new Date(time)
    await Promise.all([runAllInvoices(app), runAllInvoices(app)])
  }
}

const stateOf = async (world: Awaited<ReturnType<typeof setUp>>) => {
  const invoices = await readRows(database, 'invoices', { organization_id: world.organization.id })
  const month = invoices.find(({ period_start: start }) => Number(start) === Number(may))
  const lines = await readRows(database, 'invoice_lines', { invoice_id: String(month!['id']) })
  const { data: mails } = await app.mailer.list({ page: 1, limit: 10_000 })
  const subjects = mails
    .filter(({ to }) => to === world.admin.email)
    .map(({ subject }) => subject.replace(/^.*?( is .*)?: \$50\.10$/, '$1'))
  return {
    months: invoices.length,
    number: Number(month!['number']),
    status: month!['status'],
    cents: Number(month!['total_cents']),
    lines: lines.map(({ amount_cents: cents }) => Number(cents)).toSorted((a, b) => b - a),
    subjects: subjects.toReversed(),
  }
}

const steps = await (async () => {
  const world = await setUp()
  const { said } = await runProgram(0)
  const { status } = await stateOf(world)
  if (status !== 'delinquent') throw new Error(`The whole run ended as ${String(status)}.`)
  return Number(said.at(-1)!.replace('steps ', ''))
})()

const kills = howMany('kills of invoicing', { usual: 3, long: 5, release: steps })
/** Spread evenly over all steps. */
const killed = Array.from({ length: kills }, (_, index) => ({
  killAt: Math.floor(((index + 0.5) * steps) / kills) + 1,
  number: index + 2,
}))

test.for(killed)(
  'BILL-020 killed at step $killAt, an invoice is issued, late and overdue once, and each mail arrives once',
  { timeout: 120_000 },
  async ({ killAt, number }) => {
    const world = await setUp()
    const { said, signal } = await runProgram(killAt)
    expect(signal).toBe('SIGKILL')
    await takeOver(said.at(-1)!)
    // A statement of the killed program may end after the program: its mail is then claimed a moment longer.
    await expect
      .poll(async () => {
        await runAllInvoices(app)
        return readRows(database, 'invoice_mails', {
          organization_id: world.organization.id,
          sent_at: null,
        })
      })
      .toEqual([])
    const { subjects, ...invoice } = await stateOf(world)
    expect(invoice).toEqual({
      months: 2,
      number,
      status: 'delinquent',
      cents: 5010,
      lines: [5000, 10],
    })
    // A kill between a mail and its mark sends the mail again: it is the same one.
    expect(subjects).toEqual(['', ' is due', ' is late', ' is late', ' is long overdue'])
  },
)
