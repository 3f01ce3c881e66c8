import { listRejections, type Outcome, readLedger } from '@playhead/collector/runtime/ledger.sql.ts'
import { nobodysEnvironment } from '@playhead/collector/runtime/collector-options.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type collector, collectorLimits } from '../contract.ts'
import {
  type LedgerEntryOfEnvironment,
  listCollectingEnvironments,
  listLedgerOfEveryone,
  listRejectionsOfEveryone,
} from './collector.sql.ts'

type Read = Handlers<typeof collector>

const minuteMs = 60_000
/** Rates are means of so many whole minutes. */
const recentMinutes = 5

const periodOf = (now: Date, hours: number) => ({
  start: new Date(now.getTime() - hours * 60 * minuteMs),
  // The minute that is running counts too.
  end: new Date(now.getTime() + minuteMs),
})

const timeframeOf = ({ start }: { start: Date }, now: Date) =>
  [start, now].map((moment) => Math.floor(moment.getTime() / 1000))

export const readOwnLedger: Read['ledger'] = async ({ app, environment, query }) => {
  const now = app.clock.now()
  const period = periodOf(now, query.hours)
  const { shedRequests, ...totals } = await readLedger(environment, period)
  return {
    data: { ...totals, shed_requests: shedRequests },
    timeframe: timeframeOf(period, now),
  }
}

const iso = (text: string) => new Date(text).toISOString()

export const readOwnRejections: Read['rejections'] = async ({ environment }) => {
  const rows = await listRejections(environment, { limit: collectorLimits.rejections })
  return { data: rows.map((row) => ({ ...row, rejected_at: iso(row.rejected_at) })) }
}

const totalsOf = (entries: readonly LedgerEntryOfEnvironment[]) => {
  const of = (outcome: Outcome) =>
    entries.filter((one) => one.outcome === outcome).reduce((sum, { count }) => sum + count, 0)
  const reasons = new Map<string, { outcome: Outcome; reason: string; count: number }>()
  for (const { outcome, reason, count } of entries) {
    const known = reasons.get(`${outcome} ${reason}`)
    reasons.set(`${outcome} ${reason}`, { outcome, reason, count: (known?.count ?? 0) + count })
  }
  const [stored, duplicate, rejected] = [of('stored'), of('duplicate'), of('rejected')]
  const recent = entries
    .filter(({ outcome }) => outcome !== 'shed')
    .reduce((sum, one) => sum + one.recent, 0)
  return {
    received: stored + duplicate + rejected,
    stored,
    duplicate,
    rejected,
    shed_requests: of('shed'),
    reasons: [...reasons.values()].toSorted((one, other) => other.count - one.count),
    events_per_second: recent / (recentMinutes * 60),
  }
}

const lastMinuteOf = (entries: readonly LedgerEntryOfEnvironment[]) =>
  entries.length === 0
    ? null
    : new Date(Math.max(...entries.map((one) => one.last_minute)) * 1000).toISOString()

export const readOverview: Read['overview'] = async ({ app, query }) => {
  const now = app.clock.now()
  const period = periodOf(now, query.hours)
  const recentEnd = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs)
  const recentStart = new Date(recentEnd.getTime() - recentMinutes * minuteMs)
  const [entries, rejections] = await Promise.all([
    listLedgerOfEveryone(app.clickhouse, { ...period, recentStart, recentEnd }),
    listRejectionsOfEveryone(app.clickhouse, period.start, collectorLimits.rejections),
  ])
  const seen = [...new Set(entries.map((one) => one.environment_id))]
  const places = await listCollectingEnvironments(app.postgres, seen, collectorLimits.environments)
  const known = new Map(places.map((place) => [place.id, place]))
  const idOf = (id: string) => (known.has(id) ? id : null)
  const rowOf = (id: string | null) => {
    const own = entries.filter((one) => idOf(one.environment_id) === id)
    const place = id === null ? undefined : known.get(id)
    return {
      id,
      name: place?.name ?? null,
      organization_name: place?.organization_name ?? null,
      key: place?.key ?? null,
      last_received_at: lastMinuteOf(own),
      ...totalsOf(own),
    }
  }
  // Events of environments that are gone belong to nobody any more.
  const hasNobodys = entries.some((one) => idOf(one.environment_id) === null)
  return {
    data: {
      ...totalsOf(entries),
      environments: [
        ...places.map(({ id }) => rowOf(id)),
        ...(hasNobodys ? [rowOf(null)] : []),
      ].toSorted((one, other) => other.received - one.received),
      latest_rejections: rejections.map((row) => ({
        ...row,
        rejected_at: iso(row.rejected_at),
        environment_id: idOf(row.environment_id),
        environment_name: known.get(row.environment_id)?.name ?? null,
        environment_key: row.environment_id === nobodysEnvironment ? row.environment_key : '',
      })),
      address: app.settings.publicUrl,
    },
    timeframe: timeframeOf(period, now),
  }
}
