import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { errorCodeLimits, type errorCodes } from '../contract.ts'
import { findProgress, restartJob } from './error-code-jobs.sql.ts'
import {
  countRules,
  deleteRule,
  findRule,
  lockRules,
  type RuleRow,
  upsertRule,
} from './error-code-rules.sql.ts'
import { presentErrorCode } from './present-error-code.ts'

type Write = Handlers<typeof errorCodes>

const told = (rule: RuleRow | undefined) =>
  rule ? { severity: rule.severity, is_business_exception: rule.is_business_exception } : null

const isSame = (before: RuleRow, after: RuleRow) =>
  before.severity === after.severity && before.is_business_exception === after.is_business_exception

export const saveErrorCode: Write['save'] = (context) =>
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
      detail: { from: told(before), to: told(after) },
    })
    return { data: presentErrorCode(after, job) }
  })

export const removeErrorCode: Write['remove'] = (context) =>
  context.environment.postgres.transaction(async (transaction) => {
    const { app, params, organization, caller, request } = context
    const environment = within(context.environment, transaction)
    await lockRules(environment)
    const before = await findRule(environment, params.code)
    if (!before) throw notFound('error code configuration')
    await deleteRule(environment, params.code)
    await restartJob(environment, params.code, app.clock.now())
    await recordChange(trailOf(within(organization, transaction)), actorOfCaller(caller, request), {
      action: 'error_code.removed',
      subjectId: params.code,
      subjectName: params.code,
      environmentId: environment.id,
      detail: { from: told(before), to: null },
    })
    return undefined
  })
