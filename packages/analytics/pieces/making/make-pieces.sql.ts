import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { z } from 'zod'
import { isHistogram, pieceLayout, pieceMeasures } from '../measures.ts'
import { type PiecesOf, storedTier, versionsPerMs } from '../piece.ts'
import { countValues, type MadeNumbers } from './count-values.sql.ts'
import { readFrequentValues } from './frequent-values.sql.ts'
import { insertHistogramsOfHours, insertSumsOfHours } from './from-hours.sql.ts'
import { insertHistograms } from './insert-histograms.sql.ts'
import { insertSums } from './insert-sums.sql.ts'
import { insertViewers } from './insert-viewers.sql.ts'
import type { MadeDimensions } from './piece-views.sql.ts'
import { type HourOfDay, planDay } from './plan-day.ts'
import { readHours } from './read-hours.sql.ts'

const maximumSeconds = 600
/** Hours in one statement: those of a whole day have more buckets than the memory of a statement holds. */
const hoursAtOnce = 6

const Now = z.object({ now: z.number() })

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
  const { environmentId, bucket, tier, moments, filterSet } = pieces
  const { all, dense, measures } = await madeNumbers(clickhouse, pieces)
  const hours = tier === 'day' && !filterSet ? await readHours(clickhouse, pieces) : []
  const run = (statement: Parameters<ClickHouse['command']>[0]) =>
    clickhouse.command(statement, { maximumSeconds })
  const added = measures.filter((measure) => !isHistogram(measure))
  for (const part of partsOf(pieces, all, hours, 'complete'))
    await run(
      part.hours === undefined
        ? insertSums(part.pieces, version, part.made, added)
        : insertSumsOfHours(pieces, version, { ...part.made, hours: part.hours }),
    )
  const counted = measures.filter(isHistogram)
  // Without any of their values there is nothing to count.
  for (const part of counted.length === 0 ? [] : partsOf(pieces, dense, hours, 'dense'))
    if (part.hours !== undefined)
      await run(insertHistogramsOfHours(pieces, version, { ...part.made, hours: part.hours }))
    else
      for (let from = 0; from < moments.length; from += hoursAtOnce) {
        const some = { ...part.pieces, moments: moments.slice(from, from + hoursAtOnce) }
        await run(insertHistograms(some, version, part.made, { measures: counted }))
      }
  if (tier === 'day' && !filterSet && counted.length > 0) {
    const sparse = all.grouped.filter((dimension) => !dense.grouped.includes(dimension))
    const only = await readFrequentValues(clickhouse, pieces, version, sparse)
    const made = { hasAll: false, grouped: sparse, constants: [] }
    if (only.length > 0)
      await run(insertHistograms(pieces, version, made, { measures: counted, only }))
  }
  if (tier === 'day') await run(insertViewers(pieces, version))
  await clickhouse.insert(
    'view_piece_versions',
    moments.map((moment) => ({
      environment_id: environmentId,
      bucket,
      tier: storedTier(tier, filterSet),
      moment: moment / 1_000,
      version,
      layout: pieceLayout(bucket),
      complete: knownOf(all),
      dense: knownOf(dense),
    })),
  )
}

/** Of filters only the sums of all their views are kept. */
function madeNumbers(clickhouse: ClickHouse, pieces: PiecesOf): Promise<MadeNumbers> {
  if (!pieces.filterSet) return countValues(clickhouse, pieces)
  const whole = { hasAll: true, grouped: [], constants: [] }
  return Promise.resolve({ all: whole, dense: whole, measures: pieceMeasures(pieces.bucket) })
}

interface Part {
  pieces: PiecesOf
  made: MadeDimensions
  /** Made of the rows of these hours; undefined when it is made of views. */
  hours: readonly HourOfDay[] | undefined
}

/** Statements that together make everything: readers add up rows of the same value. */
function partsOf(
  pieces: PiecesOf,
  made: MadeDimensions,
  ofDay: readonly HourOfDay[],
  kind: 'complete' | 'dense',
): Part[] {
  const { dimensions, hours, raw, others } = planDay(ofDay, made.grouped, kind)
  if (hours.length === 0) return [{ pieces, made, hours: undefined }]
  const own = { ...made, grouped: dimensions }
  const rawMoments = raw.map(({ moment }) => moment)
  return [
    { pieces, made: own, hours },
    ...(raw.length === 0
      ? []
      : [{ pieces: { ...pieces, hours: rawMoments }, made: own, hours: undefined }]),
    ...(others.length === 0
      ? []
      : [
          {
            pieces,
            made: { hasAll: false, grouped: others, constants: [] },
            hours: undefined,
          },
        ]),
  ]
}

function knownOf({ grouped, constants }: MadeDimensions): string[] {
  return [...grouped, ...constants.map(({ dimension }) => dimension)]
}
