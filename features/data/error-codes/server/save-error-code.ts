import { invalidField } from '@playhead/contract-kit/errors.ts'
import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { errorCodeLimits, type errorCodes } from '../contract.ts'
import { findProgress, restartJob } from './error-code-jobs.sql.ts'
import {
  countRules,
  findRule,
  lockRules,
  type RuleRow,
  upsertRule,
} from './error-code-rules.sql.ts'
import { presentErrorCode } from './present-error-code.ts'
import { recordedRule } from './recorded-rule.ts'

const isSame = (before: RuleRow, after: RuleRow) =>
  before.severity === after.severity && before.is_business_exception === after.is_business_exception

export const saveErrorCode: Handlers<typeof errorCodes>['save'] = (context) =>
  context.environment.postgres.transaction(async (transaction) => {
    const { app, body, params, organization, caller, request } = context
    const environment = within(context.environment, transaction)
    await lockRules(environment)
    const before = await findRule(environment, params.code)
    const wanted: RuleRow = {
      code: params.code,
      severity: body.error_severity,
      is_business_exception: body.is_business_exception,
      updated_at: app.clock.now(),
    }
    if (before && isSame(before, wanted))
      return { data: presentErrorCode(before, await findProgress(environment, params.code)) }
    if (!before && (await countRules(environment)) >= errorCodeLimits.rulesMax)
      throw invalidField(
        'code',
        `An environment may configure ${errorCodeLimits.rulesMax} error codes.`,
      )
    const after = await upsertRule(environment, wanted)
    const job = await restartJob(environment, params.code, wanted.updated_at)
    await recordChange(trailOf(within(organization, transaction)), actorOfCaller(caller, request), {
      action: 'error_code.configured',
      subjectId: params.code,
      subjectName: params.code,
      environmentId: environment.id,
      detail: { from: recordedRule(before), to: recordedRule(after) },
    })
    return { data: presentErrorCode(after, job) }
  })
