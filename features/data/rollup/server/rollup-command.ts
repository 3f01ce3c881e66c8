import { z } from 'zod'
import { rollupHasLostViews, rollUp } from '@playhead/analytics/rollup/roll-up.sql.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { makeDuePieces } from './make-due-pieces.ts'
import { rollUpDue } from './roll-up-due-days.ts'

const dayMs = 86_400_000

const refuseWhenStopped = (signal: AbortSignal | undefined) => {
  if (signal?.aborted)
    throw new ApiError('unavailable', {
      messages: ['The server stopped before all days were added up. Run this command again.'],
    })
}

export const rollupCommand = command({
  name: 'rollup',
  summary:
    'Update the daily rollup for ranges older than 100 days, as happens every 15 minutes. Days whose views retention has begun to remove keep the sums they have',
  options: z.object({
    environment: z.uuid().optional().describe('Id of the environment whose days are recalculated'),
    from: z.iso.date().optional().describe('With an environment: the first of its days'),
    pieces: z
      .boolean()
      .optional()
      .describe(
        'Add up only the hours and days that answer ranges of up to 100 days, as happens every minute',
      ),
    until: z.iso.date().optional().describe('With an environment: the last of its days'),
  }),
  run: async (app, { environment, from, until = from, pieces }, { signal } = {}) => {
    if (pieces) {
      const made = await makeDuePieces(app, { signal, environmentId: environment })
      refuseWhenStopped(signal)
      return { pieces: made }
    }
    if (environment === undefined) {
      const days = await rollUpDue(app, signal)
      refuseWhenStopped(signal)
      return { days }
    }
    if (from === undefined || until === undefined)
      throw new ApiError('invalid_parameters', { messages: ['Say from which day on.'] })
    const [first, last] = [Date.parse(from), Date.parse(until)]
    const done = { days: 0, kept: 0 }
    for (let time = first; time <= last; time += dayMs) {
      const day = {
        environmentId: environment,
        day: new Date(time).toISOString().slice(0, 10),
      }
      refuseWhenStopped(signal)
      const isKept = await rollupHasLostViews(app.clickhouse, day, app.clock.now())
      if (!isKept) await rollUp(app.clickhouse, day, app.clock.now())
      done[isKept ? 'kept' : 'days'] += 1
    }
    return done
  },
})
