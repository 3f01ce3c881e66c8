import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { errorCodes } from '../contract.ts'
import { findProgress } from './error-code-jobs.sql.ts'
import { findRule } from './error-code-rules.sql.ts'
import { presentErrorCode } from './present-error-code.ts'

export const retrieveErrorCode: Handlers<typeof errorCodes>['retrieve'] = async ({
  environment,
  params,
}) => {
  const rule = await findRule(environment, params.code)
  if (!rule) throw notFound('error code configuration')
  return { data: presentErrorCode(rule, await findProgress(environment, params.code)) }
}
