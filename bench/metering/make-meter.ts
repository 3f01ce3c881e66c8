import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { invoicesServer } from '@playhead/features/account/invoices/server'
import { paymentsServer } from '@playhead/features/account/payments/server'
import { plansServer } from '@playhead/features/account/plans/server'
import { usageServer } from '@playhead/features/account/usage/server'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { createMailer } from '@playhead/server-kit/mail/mailer.ts'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import { fillSlots } from '@playhead/server-kit/slot.ts'

/** Runs work; returns its wall time, and the processor time of this process and its engines. */
export type Measured = (
  work: () => Promise<void>,
) => Promise<{ seconds: number; processorSeconds: number }>

const features = [invoicesServer, paymentsServer, plansServer, usageServer]

/** The parts of the program that count, rate and invoice, at a time that is given. */
export const makeMeter = (postgres: Database, clickhouse: ClickHouse, dataFolder: string) => {
  let now = new Date()
  const clock = { now: () => now }
  const settings = readSettings({ PLAYHEAD_DATA: dataFolder, PLAYHEAD_BILLING: 'invoice' })
  const log = { info: () => {}, warn: console.warn, error: console.error }
  const app = {
    settings,
    postgres,
    clickhouse,
    clock,
    log,
    mailer: createMailer(settings, clock.now),
    slots: fillSlots(features),
  } as unknown as App
  const schedules = features.flatMap((feature) => feature.schedules)
  return {
    app,
    setTime: (time: Date) => (now = time),
    runSchedule: (name: string) => schedules.find((one) => one.name === name)!.run(app),
  }
}
