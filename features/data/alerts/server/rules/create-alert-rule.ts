import { actorOfCaller } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertRules } from '../../contract.ts'
import { inTransaction, personIdOf } from '../in-transaction.ts'
import { requireFlag } from '../require-flag.ts'
import { addAlertRule } from './add-alert-rule.ts'
import { checkChannels } from './check-channels.ts'
import { checkRule, fieldsOf } from './rule-fields.ts'

export const createAlertRule: Handlers<typeof alertRules>['create'] = async ({
  body,
  ...context
}) => {
  requireFlag(context)
  const fields = fieldsOf(body)
  checkRule(fields)
  const { organization, caller, request } = context
  const author = { actor: actorOfCaller(caller, request), userId: personIdOf(context) }
  return inTransaction(context, async (tenant) => {
    await checkChannels(tenant, fields)
    return { data: await addAlertRule(organization, tenant, author, fields) }
  })
}
