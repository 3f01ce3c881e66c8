import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { events } from '../contract.ts'
import { activityTopic } from './activity-topic.ts'
import { deleteOldActivity } from './delete-old-activity.ts'
import { readFeed } from './read-feed.ts'

export const eventsServer = feature('events', {
  endpoints: [implement(events, { feed: readFeed })],
  topics: [activityTopic],
  schedules: [
    { name: 'activity: forget after 30 days', everySeconds: 3600, run: deleteOldActivity },
  ],
})

export { EventRow } from './events.sql.ts'
export { presentEvent } from './present-activity.ts'
export { listEventsOf } from './list-events-of.ts'
export { listLogsOf } from './list-logs-of.ts'
