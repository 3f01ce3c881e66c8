import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { errorCodes } from '../contract.ts'
import { findProgress, listProgress } from './error-code-jobs.sql.ts'
import { findRule, listRules } from './error-code-rules.sql.ts'
import { presentErrorCode, presentProgress } from './present-error-code.ts'

type Read = Handlers<typeof errorCodes>

export const listErrorCodes: Read['list'] = async ({ environment }) => {
  const [rules, jobs] = await Promise.all([listRules(environment), listProgress(environment)])
  const progress = new Map(jobs.map((job) => [job.code, job]))
  return {
    data: rules.map((rule) => presentErrorCode(rule, progress.get(rule.code))),
    applying: jobs.filter((job) => job.finished_at === null).map(presentProgress),
    total_row_count: rules.length,
  }
}

export const retrieveErrorCode: Read['retrieve'] = async ({ environment, params }) => {
  const rule = await findRule(environment, params.code)
  if (!rule) throw notFound('error code configuration')
  return { data: presentErrorCode(rule, await findProgress(environment, params.code)) }
}
