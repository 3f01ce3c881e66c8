import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { incidents } from '../contract.ts'
import { deleteOldIncidents } from './write-incidents.sql.ts'
import { listIncidents } from './list-incidents.ts'
import { listRelatedIncidents } from './list-related-incidents.ts'
import { retrieveIncident } from './retrieve-incident.ts'

const keptDays = 400

export const incidentsServer = feature('incidents', {
  endpoints: [
    implement(incidents, {
      list: listIncidents,
      retrieve: retrieveIncident,
      listRelated: listRelatedIncidents,
    }),
  ],
  schedules: [
    {
      name: 'incidents: delete old ones',
      everySeconds: 86_400,
      run: async ({ postgres, clock }) =>
        void (await deleteOldIncidents(
          postgres,
          new Date(clock.now().getTime() - keptDays * 86_400_000),
        )),
    },
  ],
})

/** For features that write incidents, and for what only people see of them. */
export {
  countIncidents,
  type IncidentSpan,
  listIncidentMarks,
  listWorstIncidents,
} from './incident-marks.sql.ts'
export {
  countStoredIncidents,
  findStoredIncident,
  listStoredIncidents,
  lockStoredIncident,
  type StoredIncidentRow,
} from './stored-incidents.sql.ts'
export {
  acknowledgeIncident,
  endIncident,
  endIncidentsOfRule,
  expireIncident,
  forgetRule,
  endOpenAnomalies,
  findOpenIncident,
  type IncidentPoint,
  noDataImpact,
  noteProgress,
  openIncident,
  resolveIncident,
  setSilence,
  snoozeIncident,
} from './write-incidents.sql.ts'
