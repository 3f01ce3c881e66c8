import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { logs } from '../contract.ts'
import { listHours, listRefusals } from './logs.sql.ts'
import { productsOf } from './products-of.ts'

const hourMs = 3_600_000
const hoursShown = 24

export const summarizeLogs: Handlers<typeof logs>['summary'] = async ({
  app,
  environment,
  caller,
}) => {
  const now = app.clock.now().getTime()
  // The current hour is the last of 24.
  const start = Math.floor(now / hourMs) * hourMs - (hoursShown - 1) * hourMs
  const span = { start: new Date(start), end: new Date(now + 1000) }
  const filter = { products: productsOf({ caller }), span }
  const [found, refusals] = await Promise.all([
    listHours(environment, filter),
    listRefusals(environment, filter),
  ])
  const known = new Map(found.map((row) => [Date.parse(row.at), row]))
  const hours = Array.from({ length: hoursShown }, (_, index) => {
    const at = start + index * hourMs
    const { succeeded = 0, refused = 0, failed = 0 } = known.get(at) ?? {}
    return { at: new Date(at).toISOString(), succeeded, refused, failed }
  })
  return {
    data: {
      hours,
      refusals: refusals.map(({ caller_id: id, caller_name: name, ...row }) => ({
        caller: { id, name },
        ...row,
      })),
    },
  }
}
