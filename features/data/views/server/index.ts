import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { views } from '../contract.ts'
import { listViews } from './list-views.ts'
import { retrieveView } from './retrieve-view.ts'

export const viewsServer = feature('views', {
  endpoints: [implement(views, { list: listViews, retrieve: retrieveView })],
})
