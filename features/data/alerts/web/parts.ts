import { chartIncidents } from '@playhead/question-kit/charts/chart-incidents.tsx'

export const alertsParts = [
  chartIncidents({ order: 10, load: () => import('./marks/chart-incidents-part.tsx') }),
]
