/**
 * A separate program for tests that kill it: brings invoices forward at each of some times, and kills itself at one of its
 * steps, which are each statement, the end of each transaction, and both sides of each mail.
 */
import { writeSync } from 'node:fs'
import { connect } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { jsonLog } from '@playhead/server-kit/log.ts'
import { createMailer } from '@playhead/server-kit/mail/mailer.ts'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import { fillSlots } from '@playhead/server-kit/slot.ts'
import { makeSteps } from '@playhead/testing/steps-to-kill.ts'
import { paymentsServer } from '@playhead/features/account/payments/server'
import { invoicesServer } from '../index.ts'
import { runAllInvoices } from './run-invoices.ts'

const [postgresUrl = '', dataFolder = '', killAt = '', ...times] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)

const { pass, stepping, countSteps } = makeSteps({ killAt: Number(killAt) })

let now = new Date()
const settings = readSettings({ PLAYHEAD_DATA: dataFolder, PLAYHEAD_BILLING: 'invoice' })
const clock = { now: () => now }
const mailer = createMailer(settings, clock.now)
const postgres = connect(postgresUrl)
const app = {
  settings,
  postgres: stepping(postgres),
  mailer: {
    ...mailer,
    send: async (mail) => {
      await pass()
      await mailer.send(mail)
      await pass()
    },
  },
  clock,
  log: jsonLog(() => undefined),
  slots: fillSlots([invoicesServer, paymentsServer]),
} satisfies Partial<App> as unknown as App

for (const time of times) {
  say(time)
  now = new Date(time)
  await runAllInvoices(app)
}
say(`steps ${countSteps()}`)
await postgres.close()
