import type { runningQuestions } from '@playhead/question-contract/running-questions.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { readRunningQueries } from './running-queries.sql.ts'

export const readProgress: Handlers<typeof runningQuestions>['progress'] = async ({
  environment,
}) => {
  const { queries, readRows, allRows } = await readRunningQueries(environment)
  // The engine corrects its estimate while it reads.
  const share = allRows === 0 ? null : Math.min(1, readRows / allRows)
  return { data: { queries, share } }
}
