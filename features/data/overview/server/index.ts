import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { overview } from '../contract.ts'
import { readOverviewCards } from './read-overview-cards.ts'
import { retrieveEnvironmentStatus } from './retrieve-environment-status.ts'

export const overviewServer = feature('overview', {
  endpoints: [
    implement(overview, {
      cards: readOverviewCards,
      uiCards: readOverviewCards,
      status: retrieveEnvironmentStatus,
    }),
  ],
})
