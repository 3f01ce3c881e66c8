import { randomUUID } from 'node:crypto'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { viewColumns, type ViewRow } from '@playhead/metrics/view-columns.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { parseFilters } from '../question/parse-filters.ts'
import type { Tenant } from '../question/tenant.ts'
import { filterSetOf } from './filter-sets/filter-set.ts'
import { makePieces } from './making/make-pieces.sql.ts'
import { tierMs } from './piece.ts'

export const worldStart = Date.parse('2026-11-16T00:00:00Z')
export const worldDays = 3
const worldMs = worldDays * tierMs.day

/** Mulberry32: the same numbers for each seed. */
export const aRandom = (seed: number) => {
  const draw = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (most: number) => Math.floor(draw() * most)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  return { draw, below, pick }
}
type Random = ReturnType<typeof aRandom>

const texts = {
  country: ['DE', 'US', 'FR', '', null],
  browser: ['Chrome', 'Firefox', 'Safari', null],
  cdn: ['fastly', 'akamai', '=odd', 'None'],
} as const

/** A view with random numbers and flags: zeros, nulls and negative scores too. */
const aView = ({ draw, below, pick }: Random, titles: number): Partial<ViewRow> => {
  const row: Record<string, unknown> = {}
  for (const [column, kind] of Object.entries(viewColumns)) {
    const isUnknown = draw() < 0.3
    const isZero = draw() < 0.2
    if (kind === 'maybeCount') row[column] = isUnknown ? null : isZero ? 0 : below(90_000)
    if (kind === 'maybeNumber') row[column] = isUnknown ? null : isZero ? 0 : draw() * 3 - 0.5
    if (kind === 'maybeFlag') row[column] = isUnknown ? null : draw() < 0.4
    if (kind === 'flag') row[column] = draw() < 0.2
  }
  const watched = below(draw() < 0.1 ? 8 * tierMs.hour : tierMs.hour)
  const ended = worldStart + below(worldMs)
  const cdn = pick(texts.cdn)
  // From the middle of the world on, one CDN fails more often.
  const isBroken = cdn === 'fastly' && ended > worldStart + worldMs / 2
  return {
    ...row,
    asn: draw() < 0.2 ? null : 64_500 + below(5),
    view_end: ended,
    view_start: ended - watched,
    watch_time: watched,
    playing_time: Math.floor(watched * draw()),
    viewer_id: draw() < 0.1 ? null : `viewer ${below(60)}`,
    video_title: `Title ${below(titles)}`,
    country: pick(texts.country),
    browser: pick(texts.browser),
    cdn,
    page_url: draw() < 0.1 ? null : `https://example.com/${below(titles)}`,
    video_cdn_trace: pick([[], ['edge'], ['edge', 'origin'], ['edge,origin']]),
    ...(isBroken && draw() < 0.6 ? { playback_failure: true } : {}),
  }
}

/** Filters that the sums of one dimension cannot answer. */
export const filtersTogether: readonly (readonly string[])[] = [
  ['country:DE', 'browser:Chrome'],
  ['!cdn:fastly', 'country:DE', 'country:__null__'],
  ['+video_cdn_trace:edge'],
  ['asn:64501.0'],
]

/** Views of an environment that come, change and go, and pieces that are made in between. */
export class World {
  readonly tenant: Tenant
  readonly #random: Random
  readonly #titles: number
  readonly #write: ReturnType<typeof aViewFactory>
  #views: ViewRow[] = []
  #version = 1_000_000

  constructor(clickhouse: ClickHouse, random: Random) {
    this.tenant = { id: randomUUID(), clickhouse }
    this.#random = random
    this.#titles = random.pick([1, 5, 40, 2_000])
    this.#write = aViewFactory(clickhouse, this.tenant)
  }

  async addViews(count: number): Promise<void> {
    const rows = Array.from({ length: count }, () => aView(this.#random, this.#titles))
    this.#views.push(...(await this.#write(...rows)))
  }

  /** As collectors and judges write views again: with other numbers, another end or start, or as deleted. */
  async changeSome(): Promise<void> {
    const { below, draw, pick } = this.#random
    const rows: Partial<ViewRow>[] = []
    const most = 1 + below(6)
    for (let count = 0; count < most && this.#views.length > 0; count += 1) {
      const view = pick(this.#views)
      const version = (this.#version += 2)
      const deleted = { ...view, version, is_deleted: 1 as const }
      const kind = draw()
      this.#views = this.#views.filter((one) => one !== view)
      if (kind < 0.2) {
        rows.push(deleted)
        continue
      }
      const changed: ViewRow = { ...view, version, playback_failure: draw() < 0.5 }
      if (kind < 0.5) {
        changed.view_end = view.view_end + below(3 * tierMs.hour)
        if (changed.view_end !== view.view_end) rows.push(deleted)
      } else if (kind < 0.7) {
        changed.view_start = view.view_end - below(5 * tierMs.hour)
        if (changed.view_start !== view.view_start) rows.push({ ...deleted, version: version - 1 })
      } else Object.assign(changed, aView(this.#random, this.#titles), keyOf(view))
      rows.push(changed)
      this.#views.push(changed)
    }
    if (rows.length > 0) await this.#write(...rows)
  }

  /** Makes some hours and days, whether they are due or not; of some days neither, because each takes the engine a second. */
  async makePieces(share: number): Promise<void> {
    const { draw, pick } = this.#random
    for (const bucket of ['view_start', 'view_end'] as const)
      for (const tier of ['hour', 'day'] as const)
        for (let day = worldStart; day < worldStart + worldMs; day += tierMs.day) {
          if (draw() < 0.4) continue
          const count = tierMs.day / tierMs[tier]
          const all = Array.from({ length: count }, (_, index) => day + index * tierMs[tier])
          const moments = all.filter(() => draw() < share)
          if (moments.length === 0) continue
          const { id: environmentId, clickhouse } = this.tenant
          await makePieces(clickhouse, { environmentId, bucket, tier, moments })
          if (tier === 'hour') continue
          const filterSet = filterSetOf(parseFilters(pick(filtersTogether)))
          await makePieces(clickhouse, { environmentId, bucket, tier, moments, filterSet })
        }
  }
}

function keyOf({ view_start, view_end }: ViewRow): Partial<ViewRow> {
  return { view_start, view_end }
}

/** The client, with no pieces to be found: every question reads views. */
export const aClientWithoutPieces = (clickhouse: ClickHouse): ClickHouse => ({
  ...clickhouse,
  rows: (Row, query, options) => {
    if (/FROM view_(pieces|histograms|piece_viewers)/.test(query.text))
      throw new Error('A question of views read pieces.')
    return query.name === 'readPieces' ? Promise.resolve([]) : clickhouse.rows(Row, query, options)
  },
})

/** Of a statement here; the usual ones are of a product that answers people. */
const maximumSeconds = 240

/** The client, and how many of its statements read pieces, and histograms of pieces. */
export const aCountingClient = (clickhouse: ClickHouse) => {
  let count = 0
  let countOfHistograms = 0
  const names = new Map<string, number>()
  const counting: ClickHouse = {
    ...clickhouse,
    rows: (Row, query, options) => {
      if (query.text.includes('FROM view_pieces')) {
        count += 1
        names.set(query.name ?? '', (names.get(query.name ?? '') ?? 0) + 1)
      }
      if (query.text.includes('FROM view_histograms')) countOfHistograms += 1
      return clickhouse.rows(Row, query, { ...options, maximumSeconds })
    },
  }
  return {
    counting,
    count: () => count,
    countOf: (name: string) => names.get(name) ?? 0,
    countOfHistograms: () => countOfHistograms,
  }
}
