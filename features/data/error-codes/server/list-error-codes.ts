import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { errorCodes } from '../contract.ts'
import { listProgress } from './error-code-jobs.sql.ts'
import { listRules } from './error-code-rules.sql.ts'
import { presentErrorCode, presentProgress } from './present-error-code.ts'

export const listErrorCodes: Handlers<typeof errorCodes>['list'] = async ({ environment }) => {
  const [rules, jobs] = await Promise.all([listRules(environment), listProgress(environment)])
  const progress = new Map(jobs.map((job) => [job.code, job]))
  return {
    data: rules.map((rule) => presentErrorCode(rule, progress.get(rule.code))),
    applying: jobs.filter((job) => job.finished_at === null).map(presentProgress),
    total_row_count: rules.length,
  }
}
