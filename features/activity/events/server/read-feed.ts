import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { events } from '../contract.ts'
import { presentEvent } from './present-activity.ts'
import { readSince } from './read-since.ts'

export const readFeed: Handlers<typeof events>['feed'] = async ({ app, environment, query }) => {
  const { rows, next, gap } = await readSince(app, {
    environmentIds: [environment.id],
    after: query.after,
    types: query.types,
    limit: query.limit,
  })
  return { data: rows.map(presentEvent), next, gap }
}
