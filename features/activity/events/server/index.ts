import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { events } from '../contract.ts'
import { activityTopic } from './activity-topic.ts'
import { deleteOldActivity } from './delete-old-activity.ts'
import { listEvents } from './list-events.ts'
import { readFeed } from './read-feed.ts'
import { retrieveEvent } from './retrieve-event.ts'

export const eventsServer = feature('events', {
  endpoints: [implement(events, { feed: readFeed, list: listEvents, retrieve: retrieveEvent })],
  topics: [activityTopic],
  schedules: [
    { name: 'activity: forget after 30 days', everySeconds: 3600, run: deleteOldActivity },
  ],
})

export { callSource, type CallWatcher, type RunningCallSource } from './call-source.ts'
export { EventRow } from './events.sql.ts'
export { presentEvent } from './present-activity.ts'
export { listEventsOf } from './list-events-of.ts'
export { refuseFarPage } from './refuse-far-page.ts'
export { type Span, spanOf } from './span-of.ts'
