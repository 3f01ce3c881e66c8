import { type StepRange, stepSeconds } from '@playhead/analytics/monitoring/steps.ts'

export const stepsTimeframe = ({ first, last }: StepRange) => [first, last + stepSeconds]
