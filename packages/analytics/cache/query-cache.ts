import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { FairSlots } from '@playhead/domain/fair-slots.ts'
import type { z } from 'zod'
import type { DataSource } from './data-version.sql.ts'
import { DataVersions } from './data-versions.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'

type Query = Parameters<ClickHouse['rows']>[1]

interface Running {
  rows: Promise<readonly unknown[]>
  end: AbortController
  waiting: number
}

interface CachedRows {
  rows: readonly unknown[]
  /** Undefined when it could not be read. */
  version: Promise<string | undefined>
  until: number
}

const maximumSeconds = 20
const maximumKept = 300
const maximumKeptRows = 2_000
/** Cache time while the rows may be older than the version, which covers only the server that was asked. */
const unsureMilliseconds = 5_000
const keptMilliseconds = { raw: 10_000, historical: 60_000, samples: 10_000 }

/** Queries take at most seven of the client's ten connections; the others are reserved for writes of the collector. */
const askedAtOnce = { perParty: 6, waitingMax: { perParty: [256], all: 4_096 } }

class QueryCache {
  readonly slots = new FairSlots(askedAtOnce)
  readonly running = new Map<string, Running>()
  readonly kept = new Map<string, CachedRows>()
  readonly versions: DataVersions

  constructor(clickhouse: ClickHouse) {
    this.versions = new DataVersions(clickhouse)
  }

  keep(key: string, kept: CachedRows): void {
    if (kept.rows.length > maximumKeptRows) return
    // Drops expired entries first: most timeframes end now, so their queries do not come again.
    const now = Date.now()
    for (const [known, { until }] of this.kept) if (until <= now) this.kept.delete(known)
    this.kept.delete(key)
    this.kept.set(key, kept)
    const [oldest] = this.kept.keys()
    if (this.kept.size > maximumKept && oldest !== undefined) this.kept.delete(oldest)
  }
}

const cachesByClient = new WeakMap<ClickHouse, QueryCache>()

const cacheOf = (clickhouse: ClickHouse) => {
  const cache = cachesByClient.get(clickhouse) ?? new QueryCache(clickhouse)
  cachesByClient.set(clickhouse, cache)
  return cache
}

/** For queries that are not cached: they wait in the queue of their tenant like all others. */
export const runInQueue = <Result>(
  { clickhouse, id }: Tenant,
  signal: AbortSignal | undefined,
  ask: () => Promise<Result>,
): Promise<Result> => cacheOf(clickhouse).slots.run({ path: [id] }, signal, ask)

/**
 * Rows of a query. Equal concurrent queries share one execution, and its answer is cached until new data arrives; an
 * abort ends the query only when no other caller waits.
 */
export const cachedRows = <Row>(
  tenant: Tenant,
  Row: z.ZodType<Row>,
  query: Query,
  { signal, timeframe }: Pick<Question, 'signal' | 'timeframe'>,
): Promise<readonly Row[]> => {
  return cachedRowsFrom(timeframe.isHistorical ? 'historical' : 'raw', tenant, Row, query, signal)
}

/** The same for rows of another table than views. */
export const cachedRowsFrom = async <Row>(
  source: DataSource,
  { clickhouse, id = '' }: Pick<Tenant, 'clickhouse'> & Partial<Tenant>,
  Row: z.ZodType<Row>,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<readonly Row[]> => {
  signal?.throwIfAborted()
  const cache = cacheOf(clickhouse)
  const { versions } = cache
  const key = `${query.text} ${JSON.stringify(query.parameters, asText)}`
  const running = cache.running.get(key) ?? start()
  return (await waitFor(running, signal)) as readonly Row[]

  function start(): Running {
    const started: Running = {
      rows: Promise.resolve([]),
      end: new AbortController(),
      waiting: 0,
    }
    started.rows = ask(started.end.signal).finally(() => {
      if (cache.running.get(key) === started) cache.running.delete(key)
    })
    cache.running.set(key, started)
    // Handles a rejection that comes after all callers have aborted.
    started.rows.catch(() => undefined)
    return started
  }

  async function ask(ended: AbortSignal): Promise<readonly unknown[]> {
    const kept = cache.kept.get(key)
    if (kept === undefined || kept.until <= Date.now()) return askWithVersion(ended)
    const [known, version] = await Promise.all([kept.version, versions.read(source)])
    if (known === version) return kept.rows
    const rows = await askEngine(ended)
    const until = Date.now() + keptMilliseconds[source]
    cache.keep(key, { rows, version: Promise.resolve(version), until })
    return rows
  }

  /** Reads the version concurrently with the rows, because it takes as long as many queries do. */
  async function askWithVersion(ended: AbortSignal): Promise<readonly unknown[]> {
    const before = versions.last(source)
    const version = versions.joinRunningRead(source).catch(() => undefined)
    const rows = await askEngine(ended)
    const kept: CachedRows = { rows, version, until: Date.now() + unsureMilliseconds }
    cache.keep(key, kept)
    void keepLonger(kept, before)
    return rows
  }

  /** Rows inserted in between may be in the version but not in the answer; an unchanged version rules that out. */
  async function keepLonger(kept: CachedRows, before: string | undefined): Promise<void> {
    const version = await kept.version
    if (version === undefined || version !== before) return
    kept.until += keptMilliseconds[source] - unsureMilliseconds
  }

  async function askEngine(ended: AbortSignal): Promise<readonly Row[]> {
    return cache.slots.run({ path: [id] }, ended, () =>
      clickhouse.rows(Row, query, { signal: ended, maximumSeconds, asker: id || undefined }),
    )
  }

  function waitFor(shared: Running, own: AbortSignal | undefined): Promise<readonly unknown[]> {
    if (own === undefined) {
      shared.waiting = Number.POSITIVE_INFINITY
      return shared.rows
    }
    shared.waiting += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        shared.waiting -= 1
        if (shared.waiting === 0) {
          cache.running.delete(key)
          shared.end.abort(own.reason)
        }
        reject(own.reason as Error)
      }
      own.addEventListener('abort', leave, { once: true })
      shared.rows.then(resolve, reject).finally(() => own.removeEventListener('abort', leave))
    })
  }
}

function asText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
