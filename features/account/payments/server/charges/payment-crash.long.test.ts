import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { startStripeWorld } from '../testing-stripe-world.ts'
import { collectInvoices } from './collect-invoices.ts'

const { app, clock, database, dataFolder, stripe, makePayer } = await startStripeWorld()
const daySeconds = 86_400

const startProgram = (killAt: number) => {
  const script = join(import.meta.dirname, 'testing-payment-program.ts')
  const settings = JSON.stringify({ ...stripe.settings, PLAYHEAD_DATA: dataFolder })
  const time = clock.now().toISOString()
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, database.url, settings, time, String(killAt)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = Promise.all([text(child.stdout), once(child, 'exit')]).then(
    ([said, [, signal]]) => ({ said, signal: signal as NodeJS.Signals | null }),
  )
  return { child, ended }
}

/** Two servers take over where the killed one stopped. */
const takeOver = async () => {
  for (let run = 0; run < 2; run += 1)
    await Promise.all([collectInvoices(app), collectInvoices(app)])
}

const steps = await (async () => {
  const { invoice } = await makePayer('pays')
  const { said } = await startProgram(0).ended
  if ((await invoice())['status'] !== 'paid') throw new Error(`The whole run said ${said}.`)
  return Number(said.replace('steps ', ''))
})()

const kills = howMany('kills-of-charging', { usual: 3, long: 5, release: steps })
/** Spread evenly over all steps. A server may be back at once, or after the keys are forgotten. */
const killed = Array.from({ length: kills }, (_, index) => ({
  killAt: Math.floor(((index + 0.5) * steps) / kills) + 1,
  days: (index % 2) * 2,
}))

const expectOneCharge = async ({
  invoice,
  charges,
  statuses,
}: Awaited<ReturnType<typeof makePayer>>) => {
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
  expect(charges()).toMatchObject([{ amount: 4200, status: 'succeeded' }])
  expect((await statuses()).at(-1)).toBe('succeeded')
}

test.for(killed)(
  'killed at step $killAt and back after $days days, an invoice is charged once',
  { timeout: 120_000 },
  async ({ killAt, days }) => {
    const payer = await makePayer('pays')
    const { signal } = await startProgram(killAt).ended
    expect(signal).toBe('SIGKILL')
    clock.advance(days * daySeconds)
    await takeOver()
    await expectOneCharge(payer)
  },
)

test.for([
  { when: 'before', isDone: false, days: 0 },
  { when: 'after', isDone: true, days: 0 },
  { when: 'before', isDone: false, days: 2 },
  { when: 'after', isDone: true, days: 2 },
])(
  'killed during the call $when Stripe charged, and back after $days days, an invoice is charged once',
  { timeout: 120_000 },
  async ({ isDone, days }) => {
    const payer = await makePayer('pays')
    const { arrived, release } = stripe.hold('POST /v1/payment_intents', { isDone, isCut: true })
    const { child, ended } = startProgram(0)
    await arrived
    child.kill('SIGKILL')
    expect((await ended).signal).toBe('SIGKILL')
    release()
    clock.advance(days * daySeconds)
    await takeOver()
    await expectOneCharge(payer)
  },
)
