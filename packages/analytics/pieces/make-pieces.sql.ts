import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { settings } from '../source/source.sql.ts'
import { makeHistograms } from './make-histograms.sql.ts'
import { isMeasured, measuredColumns, measureTuples, sums } from './measure-rows.sql.ts'
import {
  columnsOfMeasures,
  isHistogram,
  pieceDimensions,
  pieceLayout,
  pieceMeasures,
} from './measures.ts'
import { histogramRules, type PiecesOf, type Tier, versionsPerMs } from './piece.ts'
import {
  type MadeDimensions,
  ownValues,
  startOf,
  storedValue,
  targetsOf,
  viewsOf,
} from './piece-views.sql.ts'

const maximumSeconds = 600
/** Values of a dimension: hours are for the edges of ranges, where few values are worth their rows. */
const mostValues: Record<Tier, number> = { hour: 128, day: 20_000 }
/** A dimension with fewer views for each value has sums as large as its views. */
const viewsPerValue = 8

const Now = z.object({ now: z.number() })
const Found = z.object({
  views: z.number(),
  values: z.array(z.number()),
  all: z.array(z.number()),
  lowest: z.array(z.string()),
  highest: z.array(z.string()),
})

/**
 * Adds up the views of hours or of a day. Readers see a piece once its row of view_piece_versions is written, so a run
 * that dies leaves rows that nobody reads.
 */
export const makePieces = async (clickhouse: ClickHouse, pieces: PiecesOf): Promise<void> => {
  const [{ now } = { now: 0 }] = await clickhouse.rows(
    Now,
    sql`SELECT toUnixTimestamp64Milli(now64(3)) AS now`,
  )
  // Two programs may make the same piece at once: with equal versions their rows would add up.
  const version = now * versionsPerMs + Math.floor(Math.random() * versionsPerMs)
  const { all, dense } = await dimensionsOf(clickhouse, pieces)
  await clickhouse.command(insertPieces(pieces, version, all), { maximumSeconds })
  await makeHistograms(clickhouse, pieces, version, dense)
  const { environmentId, bucket, tier, moments } = pieces
  const rows = moments.map((moment) => ({
    environment_id: environmentId,
    bucket,
    tier,
    moment: moment / 1_000,
    version,
    layout: pieceLayout(bucket),
    complete: namesOf(all),
    dense: namesOf(dense),
  }))
  await clickhouse.insert('view_piece_versions', rows)
}

function namesOf({ grouped, constants }: MadeDimensions): DimensionId[] {
  return [...grouped, ...constants.map(({ dimension }) => dimension)]
}

/** The dimensions of pieces, and those of them that have histograms. */
async function dimensionsOf(
  clickhouse: ClickHouse,
  pieces: PiecesOf,
): Promise<{ all: MadeDimensions; dense: MadeDimensions }> {
  const [found] = await clickhouse.rows(Found, countValues(pieces), { maximumSeconds })
  if (found === undefined || found.views === 0) {
    const none = { grouped: [...pieceDimensions], constants: [] }
    return { all: none, dense: none }
  }
  const { views, values, all, lowest, highest } = found
  const most = mostValues[pieces.tier]
  const isWorthIt = (index: number) =>
    values[index]! <= viewsPerValue ||
    (values[index]! <= most && all[index]! * viewsPerValue <= views)
  // Most dimensions are not used: histograms of no value would be those of all views, dozens of times.
  const isUsed = (index: number) => highest[index] !== ''
  const isDense = (index: number) =>
    isUsed(index) && all[index]! * histogramRules.viewsPerValue <= views
  // Not by their number, which is an estimate.
  const isConstant = (index: number) => lowest[index] === highest[index]
  const those = (isWanted: (index: number) => boolean): MadeDimensions => ({
    grouped: pieceDimensions.filter(
      (_, index) => !isConstant(index) && isWorthIt(index) && isWanted(index),
    ),
    constants: pieceDimensions.flatMap((dimension, index) =>
      isConstant(index) && isWanted(index) ? [{ dimension, value: lowest[index]! }] : [],
    ),
  })
  return { all: those(() => true), dense: those(isDense) }
}

/** Of each dimension the values of all pieces together, and the sum of those of each. */
function countValues(pieces: PiecesOf): SqlFragment {
  const stored = pieceDimensions.map(storedValue)
  const counted = stored.map((value) => sql`uniqCombined(16)(${value})`)
  const merged = stored.map((value) => sql`uniqCombinedState(16)(${value})`)
  const [lowest, highest] = [
    stored.map((value) => sql`min(${value})`),
    stored.map((value) => sql`max(${value})`),
  ]
  const each = (of: (place: SqlFragment) => SqlFragment) =>
    sql`[${sql.join(stored.map((_, index) => of(sql`${uint(index + 1)}`)))}]`
  return sql`SELECT sum(own) AS views, ${each((place) => sql`uniqCombinedMerge(16)(states[${place}])`)} AS values,
      ${each((place) => sql`sum(counts[${place}])`)} AS all, ${each((place) => sql`min(lows[${place}])`)} AS lowest, ${each((place) => sql`max(highs[${place}])`)} AS highest
    FROM (SELECT ${startOf(pieces)} AS start, count() AS own, [${sql.join(merged)}] AS states, [${sql.join(counted)}] AS counts, [${sql.join(lowest)}] AS lows, [${sql.join(highest)}] AS highs
      ${viewsOf(pieces)} GROUP BY start) ${settings}, max_threads = 1`
}

function insertPieces(pieces: PiecesOf, version: number, made: MadeDimensions): SqlFragment {
  const { environmentId, bucket, tier } = pieces
  const measures = pieceMeasures(bucket).filter((measure) => !isHistogram(measure))
  const columns = new Set<string>([
    bucket,
    ...columnsOfMeasures(measures),
    ...made.grouped.map((id) => dimensions[id].column),
  ])
  const names = sql.join([...columns].map((column) => sql.identifier(column)))
  return sql`INSERT INTO view_pieces (environment_id, bucket, tier, dimension, value, moment, version, measure, ${sql.join(sums.map((name) => sql.identifier(name)))})
    SELECT toUUID(${environmentId}), ${bucket}, ${tier}, target.1, target.2, start, ${uint(version)}, ${measuredColumns}
    FROM (SELECT start, arrayJoin(${targetsOf(made)}) AS target, measures
      FROM (SELECT ${startOf(pieces)} AS start, own.1 AS place, own.2 AS value, ${measureTuples(measures)} AS measures
        FROM (SELECT ${names}, ${ownValues(made.grouped)} AS owns ${viewsOf(pieces)})
        ARRAY JOIN owns AS own
        GROUP BY start, place, value))
    ARRAY JOIN measures AS measured
    WHERE ${isMeasured}
    ${settings}, max_threads = 1, max_block_size = 1024, max_bytes_before_external_group_by = 268435456`
}
