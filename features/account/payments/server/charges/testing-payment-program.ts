/** A separate program for tests that kill it: charges what is owed once, and kills itself at one of its steps. */
import { writeSync } from 'node:fs'
import { connect } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { jsonLog } from '@playhead/server-kit/log.ts'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import { fillSlots } from '@playhead/server-kit/slot.ts'
import { makeSteps } from '@playhead/testing/steps-to-kill.ts'
import { invoicesServer } from '@playhead/features/account/invoices/server'
import { paymentsServer } from '../index.ts'
import { collectInvoices } from './collect-invoices.ts'

const [postgresUrl = '', settings = '{}', time = '', killAt = ''] = process.argv.slice(2)

const { stepping, countSteps } = makeSteps({ killAt: Number(killAt) })
const postgres = connect(postgresUrl)
const app = {
  settings: readSettings(JSON.parse(settings) as Record<string, string>),
  postgres: stepping(postgres),
  clock: { now: () => new Date(time) },
  log: jsonLog(),
  slots: fillSlots([invoicesServer, paymentsServer]),
} satisfies Partial<App> as unknown as App

await collectInvoices(app)
writeSync(1, `steps ${countSteps()}\n`)
await postgres.close()
