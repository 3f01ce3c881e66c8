import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { views } from '../contract.ts'
import { listViews, retrieveView } from './read-views.ts'

export const viewsServer = feature('views', {
  endpoints: [implement(views, { list: listViews, retrieve: retrieveView })],
})
