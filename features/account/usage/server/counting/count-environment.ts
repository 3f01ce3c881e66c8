import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { chunksOf, hourMs, type HourRange, openHours, startOfHour } from './hour-range.ts'
import {
  findMark,
  insertMark,
  lockMark,
  measureStoredBytes,
  moveMark,
  rememberEnvironment,
} from './usage-hours.sql.ts'
import { type Source, usageSources, writeCounted } from './usage-sources.ts'

interface Moment {
  now: Date
  /** Hours that ended before it are closed. */
  closesUntil: Date
  /** The end of the last hour that is counted. */
  until: Date
}

const later = (one: Date, other: Date) => (one > other ? one : other)
const earlier = (one: Date, other: Date) => (one < other ? one : other)

const countChunk = (environment: Environment, source: Source, chunk: HourRange, moment: Moment) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const mark = await lockMark(tenant, source.name)
    const counted = await source.count(tenant, chunk, earlier(moment.now, chunk.until))
    await writeCounted(tenant, source, chunk, { closedUntil: mark.closed_until, counted })
    if (source.name === 'video') {
      const measured = { from: later(mark.counted_until, chunk.from), until: chunk.until }
      const lastHours = new Date(moment.until.getTime() - openHours * hourMs)
      await measureStoredBytes(tenant, { ...measured, from: later(measured.from, lastHours) })
    }
    await moveMark(tenant, source.name, {
      counted_until: later(mark.counted_until, chunk.until),
      closed_until: later(mark.closed_until, earlier(moment.closesUntil, chunk.until)),
    })
  })

const countSource = async (environment: Environment, source: Source, moment: Moment) => {
  let mark = await findMark(environment, source.name)
  if (!mark) {
    const first = (await source.first(environment)) ?? moment.now
    const latest = new Date(moment.now.getTime() - source.lateHours * hourMs)
    await insertMark(environment, source.name, startOfHour(earlier(first, latest)))
    mark = await findMark(environment, source.name)
  }
  if (!mark || mark.counted_until >= moment.until) return
  for (const chunk of chunksOf({ from: mark.closed_until, until: moment.until }))
    await countChunk(environment, source, chunk, moment)
}

/** Counts what has ended, again as long as it is open. The running hour is counted once it is over. */
export const countEnvironment = async (environment: Environment, now: Date) => {
  const until = startOfHour(now)
  const closesUntil = startOfHour(new Date(now.getTime() - openHours * hourMs))
  await rememberEnvironment(environment)
  const failed: unknown[] = []
  for (const source of usageSources)
    await countSource(environment, source, { now, until, closesUntil }).catch((error: unknown) =>
      failed.push(error),
    )
  if (failed.length > 0) throw failed[0]
}

/** The last count: with the running hour, and everything is closed. Call it in the transaction of the removal. */
export const countLastTime = async (environment: Environment, now: Date) => {
  const until = new Date(startOfHour(now).getTime() + hourMs)
  await rememberEnvironment(environment)
  for (const source of usageSources)
    await countSource(environment, source, { now, until, closesUntil: until })
}
