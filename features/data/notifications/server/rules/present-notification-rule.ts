import type { z } from 'zod'
import type { IncidentNotificationRule } from '../../contract.ts'
import type { NotificationRuleRow } from './notification-rules.sql.ts'

export const presentNotificationRule = (
  row: NotificationRuleRow,
): z.input<typeof IncidentNotificationRule> => ({
  ...row,
  created_at: row.created_at.toISOString(),
})

/** `cdn: a, country: DE` */
export const nameOfNotificationRule = ({ rules }: Pick<NotificationRuleRow, 'rules'>) =>
  rules.map(({ name, value }) => `${name}: ${value}`).join(', ')
