import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { incidents } from '../contract.ts'
import { listIncidents } from './list-incidents.ts'
import { listRelatedIncidents } from './list-related-incidents.ts'
import { retrieveIncident } from './retrieve-incident.ts'

export const incidentsServer = feature('incidents', {
  endpoints: [
    implement(incidents, {
      list: listIncidents,
      retrieve: retrieveIncident,
      listRelated: listRelatedIncidents,
    }),
  ],
})
