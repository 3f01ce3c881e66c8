import { duePieces } from '@playhead/analytics/pieces/due-pieces.sql.ts'
import { makeFilterDays } from '@playhead/analytics/pieces/filter-sets/make-filter-days.ts'
import { makePieces } from '@playhead/analytics/pieces/making/make-pieces.sql.ts'
import {
  removeAllPieces,
  removeForgottenFilters,
  removeFuturePieces,
  removeReplacedPieces,
} from '@playhead/analytics/pieces/remove-pieces.sql.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'

type PiecesApp = Pick<App, 'clickhouse' | 'settings'>

interface MakingOptions {
  signal?: AbortSignal | undefined
  environmentId?: string | undefined
  /** Written in 30 days, or else the environment has no pieces. */
  fewest?: number | undefined
  /** At most so many times hours of a day, or a day. */
  most?: number
}

const atOnce = 20

/**
 * Adds up hours and days that are closed and new, changed, or of an older program, the newest first; returns how many.
 * Without pieces (PLAYHEAD_PIECES=0) it removes those that exist.
 */
export const makeDuePieces = async (
  { clickhouse, settings }: PiecesApp,
  { signal, environmentId, fewest, most = Number.POSITIVE_INFINITY }: MakingOptions = {},
): Promise<number> => {
  if (!settings.hasPieces) {
    await removeAllPieces(clickhouse)
    return 0
  }
  await removeFuturePieces(clickhouse)
  let made = 0
  let times = 0
  for (;;) {
    const due = await duePieces(clickhouse, { environmentId, fewest, limit: atOnce })
    const errors: unknown[] = []
    for (const pieces of due) {
      if (signal?.aborted || times === most) return made
      times += 1
      try {
        await makePieces(clickhouse, pieces)
        made += pieces.moments.length
      } catch (error) {
        // One day that fails must not keep the others from being made.
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
    if (due.length < atOnce) return made
  }
}

export const makePiecesOfViews: Schedule = {
  name: 'sums of hours and days',
  everySeconds: 60,
  // A new server with many views fills its hours and days over several runs, and other schedules go on.
  run: async (app, signal) => {
    await makeDuePieces(app, { signal, most: 60 })
    if (app.settings.hasPieces) await makeFilterDays(app.clickhouse, { signal, most: 60 })
  },
}

export const removeOldPieces: Schedule = {
  name: 'removal of replaced sums',
  everySeconds: 86_400,
  run: async (app) => {
    await removeReplacedPieces(app.clickhouse)
    await removeForgottenFilters(app.clickhouse)
  },
}
