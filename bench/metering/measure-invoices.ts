import type { Database } from '@playhead/postgres/client.ts'
import {
  analyzeTables,
  closeHours,
  countIssued,
  insertHours,
  insertPrices,
  insertTenants,
} from './insert-tenants.sql.ts'
import type { makeMeter, Measured } from './make-meter.ts'

const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20)

/** The invoices of a month for many organizations, issued in one run: time, and memory on the way. */
export const measureInvoices = async (
  { postgres, meter }: { postgres: Database; meter: ReturnType<typeof makeMeter> },
  organizations: number,
  measured: Measured,
) => {
  const from = new Date('2026-05-01T00:00:00Z')
  const until = new Date('2026-06-01T00:00:00Z')
  await insertPrices(postgres, from)
  await insertTenants(postgres, { organizations, environments: 1, since: from })
  await insertHours(postgres, { from, until, everyHours: 12 })
  await analyzeTables(postgres)
  meter.setTime(from)
  await meter.runSchedule('invoices: bring forward')
  await closeHours(postgres, until)
  meter.setTime(new Date('2026-06-02T01:00:00Z'))
  const heaps: number[] = []
  const timer = setInterval(() => {
    globalThis.gc?.()
    heaps.push(process.memoryUsage().heapUsed)
  }, 2000)
  const { seconds, processorSeconds } = await measured(() =>
    meter.runSchedule('invoices: bring forward'),
  )
  clearInterval(timer)
  const { issued, lines } = await countIssued(postgres)
  const third = Math.ceil(heaps.length / 3)
  const most = (of: readonly number[]) => mebibytes(Math.max(...of))
  return [
    ['Invoices issued and mailed in one run', `${issued} with ${lines} lines`],
    ['Hours of usage that they are made of', String(organizations * 62 * 5)],
    ['Time', `${Math.round(seconds)} s`],
    ['For one invoice', `${((seconds * 1000) / issued).toFixed(1)} ms`],
    [
      'Processor time for one, of the program and Postgres',
      `${((processorSeconds * 1000) / issued).toFixed(1)} ms`,
    ],
    [
      'Memory in use, at most in the first and in the last third',
      `${most(heaps.slice(0, third))} and ${most(heaps.slice(-third))} MiB`,
    ],
  ]
}
