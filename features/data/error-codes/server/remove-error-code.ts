import { notFound } from '@playhead/contract-kit/errors.ts'
import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { errorCodes } from '../contract.ts'
import { restartJob } from './error-code-jobs.sql.ts'
import { deleteRule, findRule, lockRules } from './error-code-rules.sql.ts'
import { recordedRule } from './recorded-rule.ts'

export const removeErrorCode: Handlers<typeof errorCodes>['remove'] = (context) =>
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
      detail: { from: recordedRule(before), to: null },
    })
    return undefined
  })
