import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { incidents } from '../contract.ts'
import { incidentPage } from './incident-page.ts'
import { requireIncident } from './require-incident.ts'

export const listRelatedIncidents: Handlers<typeof incidents>['listRelated'] = async ({
  params,
  query,
  ...context
}) => {
  const { id } = await requireIncident(context, params.id)
  return incidentPage(context, { relatedTo: id }, query)
}
