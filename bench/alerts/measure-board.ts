import { askStep } from '@playhead/analytics/monitoring/ask-step.sql.ts'
import type { Watched } from '@playhead/analytics/monitoring/monitoring-question.ts'

/** What a board asks in each step. */
export const measureBoard = (environment: Watched, newest: number) =>
  askStep(environment, {
    newest,
    isEarly: false,
    filters: [],
    totalsFrom: newest - 15,
    titlesFrom: newest,
  })
