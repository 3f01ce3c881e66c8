import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { overview } from '../contract.ts'
import { environmentStatus } from './environment-status.ts'
import { overviewCards } from './overview-cards.ts'

export const overviewServer = feature('overview', {
  endpoints: [
    implement(overview, {
      cards: overviewCards,
      uiCards: overviewCards,
      status: environmentStatus,
    }),
  ],
})
