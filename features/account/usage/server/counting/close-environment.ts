import { environmentListener } from '@playhead/features/account/environments/server'
import { countGathered } from '@playhead/features/video/delivery-usage/server'
import { endSpansOfEnvironment } from '../spans/asset-spans.sql.ts'
import { countLastTime } from './count-environment.ts'
import { forgetPlaybackIds } from './hosted-views.sql.ts'
import { markEnvironmentDeleted } from './usage-hours.sql.ts'

/** Counts what an environment used until its last second, while its rows are still there. */
export const closeEnvironment = environmentListener({
  order: 10,
  beforeRemoved: async (app, environment) => {
    const now = app.clock.now()
    await countGathered(app)
    await countLastTime(environment, now)
    await endSpansOfEnvironment(environment, now)
    await forgetPlaybackIds(environment)
    await markEnvironmentDeleted(environment, now)
  },
})
