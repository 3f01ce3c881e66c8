import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { incidents } from '../contract.ts'
import { incidentPage } from './incident-page.ts'

export const listIncidents: Handlers<typeof incidents>['list'] = ({ query, ...context }) =>
  incidentPage(context, { severity: query.severity, status: query.status, type: query.type }, query)
