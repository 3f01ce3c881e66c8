import { z } from 'zod'
import { rebuildViews } from '@playhead/collector/runtime/views/rebuild.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { makeDuePieces } from '@playhead/features/data/rollup/server'
import { environmentDirectory } from './environment-directory.ts'

const progressEveryMs = 5_000

export const rebuildCommand = command({
  name: 'rebuild',
  summary: 'Rebuild views from the events that players sent, while the server keeps running',
  options: z.object({
    environment: z.uuid().optional().describe('Rebuild only the environment with this id'),
    from: z.iso
      .datetime({ offset: true })
      .or(z.iso.date())
      .optional()
      .describe('Only views with events since then, as 2026-11-21 or 2026-11-21T10:00:00Z'),
  }),
  run: async (app, { environment, from }, { signal } = {}) => {
    const directory = environmentDirectory(app.postgres)
    if (environment !== undefined && (await directory.findByIds([environment])).length === 0)
      throw new ApiError('not_found', { messages: [`There is no environment ${environment}.`] })
    let saidAt = Date.now()
    const result = await rebuildViews({
      clickhouse: app.clickhouse,
      directory,
      now: () => app.clock.now().getTime(),
      environmentId: environment,
      from: from === undefined ? undefined : new Date(from),
      signal,
      progress: (done) => {
        if (Date.now() - saidAt < progressEveryMs) return
        saidAt = Date.now()
        app.log.info('rebuilding views', { ...done })
      },
    })
    if (signal?.aborted)
      throw new ApiError('unavailable', {
        messages: ['The server stopped before all views were rebuilt. Run this command again.'],
      })
    // What changed in the last minutes follows with the schedule.
    await makeDuePieces(app, { signal, environmentId: environment })
    return { ...result }
  },
})
