import { askEngagement } from '@playhead/analytics/engagement/ask-engagement.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { questionOf, refusalOf, timeframeOf } from '@playhead/features/data/question/server'
import type { engagement } from '../contract.ts'

const special = new Map<string, string | null>([
  ['__null__', null],
  ['__empty__', ''],
])

const valueOf = (text: string) => {
  const value = special.get(text)
  return value === undefined ? text : value
}

/** ENGA-014, ENGA-015, ENGA-017 */
export const breakDownEngagement: Handlers<typeof engagement>['breakdown'] = async (context) => {
  const { environment, query } = context
  const { dimension, page, limit } = query
  const question = questionOf(context)
  try {
    const { rows, total, rowCount } = await askEngagement(environment, question, {
      dimension,
      orderBy: query.order_by,
      direction: query.order_direction,
      page,
      limit,
      values: query.values?.map(valueOf),
    })
    return {
      data: rows,
      total,
      timeframe: timeframeOf(question),
      total_row_count: rowCount,
      page,
      limit,
    }
  } catch (error) {
    throw refusalOf(error)
  }
}
