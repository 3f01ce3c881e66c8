import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { type ConformanceRow, insertConformance } from './conformance.sql.ts'
import type { KeyCount, PlayerConformance } from './conformance.ts'

interface Parts {
  clickhouse: ClickHouse
  /** Ids of the environments that have these keys. */
  findIds(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
  warn(message: string, detail: Record<string, unknown>): void
  now(): number
}

const writeEveryMs = 30_000
/** Clients name players and environments: beyond these limits new ones are not counted until the next write. */
const environmentsMax = 1_000
const playersMax = 20

/**
 * Collects which CMCD keys players send and adds them to the table periodically: losing half a minute of it is
 * acceptable.
 */
export class ConformanceCounts {
  readonly #parts: Parts
  #waiting = new Map<string, Map<string, PlayerConformance>>()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  note(environmentKey: string, conformance: readonly PlayerConformance[]): void {
    if (conformance.length === 0) return
    const players = this.#waiting.get(environmentKey) ?? new Map<string, PlayerConformance>()
    if (!this.#waiting.has(environmentKey)) {
      if (this.#waiting.size >= environmentsMax) return
      this.#waiting.set(environmentKey, players)
    }
    for (const counts of conformance) {
      const key = JSON.stringify(counts.player)
      const known = players.get(key)
      if (known) add(known, counts)
      else if (players.size < playersMax) players.set(key, structuredClone(counts))
    }
    this.#timer ??= setTimeout(() => void this.write(), writeEveryMs).unref()
  }

  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const written = this.#waiting
    this.#waiting = new Map()
    if (written.size === 0) return
    try {
      const ids = await this.#parts.findIds([...written.keys()])
      const day = new Date(this.#parts.now()).toISOString().slice(0, 10)
      const rows = [...written].flatMap(([key, players]) => {
        const id = ids.get(key)
        return id === undefined
          ? []
          : [...players.values()].flatMap((each) => rowsOf(id, day, each))
      })
      if (rows.length > 0) await insertConformance(this.#parts.clickhouse, rows)
    } catch (error) {
      this.#parts.warn('what players send of CMCD could not be counted', { reason: String(error) })
    }
  }
}

function add(sum: PlayerConformance, more: PlayerConformance): void {
  sum.reports += more.reports
  for (const [event, count] of Object.entries(more.events))
    sum.events[event] = (sum.events[event] ?? 0) + count
  for (const [format, count] of Object.entries(more.formats))
    sum.formats[format] = (sum.formats[format] ?? 0) + count
  for (const [key, { present, malformed, missing }] of Object.entries(more.keys)) {
    // Clients choose the unknown keys, so one may be called `constructor`.
    const own = Object.hasOwn(sum.keys, key) ? sum.keys[key] : undefined
    const known: KeyCount = own ?? { present: 0, malformed: 0, missing: 0 }
    sum.keys[key] = {
      present: known.present + present,
      malformed: known.malformed + malformed,
      missing: known.missing + missing,
    }
  }
}

function rowsOf(environmentId: string, day: string, counts: PlayerConformance): ConformanceRow[] {
  const row = (kind: ConformanceRow['kind'], name: string, count: KeyCount): ConformanceRow => ({
    environment_id: environmentId,
    day,
    player: counts.player.name ?? '',
    player_version: counts.player.version ?? '',
    kind,
    name,
    ...count,
  })
  const times = (present: number): KeyCount => ({ present, malformed: 0, missing: 0 })
  return [
    row('total', '', times(counts.reports)),
    ...Object.entries(counts.events).map(([name, count]) => row('event', name, times(count))),
    ...Object.entries(counts.formats).map(([name, count]) => row('format', name, times(count))),
    ...Object.entries(counts.keys).map(([name, count]) => row('key', name, count)),
  ]
}
