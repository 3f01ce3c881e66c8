import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { countChannelsOf } from './channels-of-rule.sql.ts'
import type { RuleFields } from './rules.sql.ts'

/** A rule names channels of its environment. Call it in the transaction that writes the rule. */
export const checkChannels = async (
  tenant: Environment,
  { channel_ids: channelIds }: Pick<RuleFields, 'channel_ids'>,
) => {
  if (channelIds === null) return
  const distinct = [...new Set(channelIds)]
  if ((await countChannelsOf(tenant, distinct)) < distinct.length)
    throw invalidField('channel_ids', 'There is no such notification channel.')
}
