import { expect } from 'vitest'
import { usageServer } from '@playhead/features/account/usage/server'
import { readRows } from '@playhead/testing/rows/rows.ts'
import type { Json } from '@playhead/testing/test-app.ts'
import type { MeteredApp, Watched } from './start-metered-app.ts'

export const sumBy = <One>(
  all: readonly One[],
  keyOf: (one: One) => string,
  numberOf: (one: One) => number,
) => {
  const sums: Record<string, number> = {}
  for (const one of all) sums[keyOf(one)] = (sums[keyOf(one)] ?? 0) + numberOf(one)
  return sums
}

/** Sums of fractions differ in their last digits. */
export const thousandths = (sums: Record<string, number>) =>
  Object.fromEntries(Object.entries(sums).map(([line, sum]) => [line, Math.round(sum * 1000)]))

/** The API rounds minutes and gigabytes to thousandths. */
const presented = (line: string, quantity: number) => {
  if (line.endsWith('_bytes')) return Math.round(quantity / 1_000_000) / 1000
  return line.startsWith('delivered') ? Math.round((quantity / 60) * 1000) / 1000 : quantity
}

const lineOf = ({ meter, tier }: { meter: string; tier?: string | null }) =>
  tier ? `${meter} ${tier}` : meter

/** What the meter says that was used, by line, in thousandths; checks that the API presents the same. */
export const listMetered = async (
  { call, database }: MeteredApp,
  { as, environment }: Watched,
  from: number,
  until: number,
) => {
  const hours = (await readRows(database, 'usage_hours', {
    environment_id: environment.id,
  })) as Json[]
  const exact = sumBy(
    hours.filter(({ hour }) => hour >= from && hour < until),
    (one) => lineOf(one),
    ({ quantity }: Json) => Number(quantity),
  )
  const timeframe = `timeframe[]=${from / 1000}&timeframe[]=${until / 1000}`
  const path = `/ui/v1/usage?group_by=meter&environment=${environment.id}&${timeframe}`
  const { status, body } = await call(path, as)
  expect(status).toBe(200)
  const lines = Object.fromEntries(body.data.map((one: Json) => [lineOf(one), one.quantity]))
  expect(lines).toEqual(
    Object.fromEntries(Object.entries(exact).map(([line, sum]) => [line, presented(line, sum)])),
  )
  return thousandths(exact)
}

export const runUsageVerify = ({ app }: MeteredApp, environment: { id: string }) =>
  usageServer.commands
    .find(({ name }) => name === 'usage verify')!
    .run(app, { environment: environment.id, correct: false })
