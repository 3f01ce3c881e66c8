/** A separate program for tests that watch what is loaded: opens the payment provider of each mode in turn. */
import { writeSync } from 'node:fs'
import type { App } from '@playhead/server-kit/app.ts'
import { systemClock } from '@playhead/server-kit/clock.ts'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import { paymentsServer, requireStripe } from '../../index.ts'
import { providerOf } from '../provider-of.ts'

const say = (line: string) => writeSync(2, `${line}\n`)

say(`${paymentsServer.name} imported`)
for (const mode of process.argv.slice(2)) {
  const settings = readSettings({
    PLAYHEAD_BILLING: mode,
    STRIPE_SECRET_KEY: 'sk_test_secret',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  })
  const app = { settings, clock: systemClock, postgres: {} as App['postgres'] }
  try {
    await requireStripe(settings)
    say(`${mode}: ${(await providerOf(app)).name}`)
  } catch (error) {
    say(`${mode}: ${String(error)}`)
  }
}
