import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { monitoring } from '../contract.ts'
import { momentFor } from './monitoring-question.ts'
import { windowOf } from './range-of.ts'
import { stepsTimeframe } from './steps-timeframe.ts'

export const listNamed =
  (
    named: readonly { name: string; display_name: string }[],
  ): Handlers<typeof monitoring>['listMetrics'] =>
  async (context) => {
    const range = windowOf({}, await momentFor({ ...context, query: {} }))
    return {
      data: [...named],
      total_row_count: named.length,
      timeframe: stepsTimeframe(range),
    }
  }
