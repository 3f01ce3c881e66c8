export { IncidentsOfTheDay } from './day/incidents-of-the-day.tsx'
export { AlertsHeader } from './alerts-header.tsx'
export type { Incident } from './incident-words.ts'
export { useAllRules } from './use-rules.ts'
