import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertRules } from '../../contract.ts'
import { updateAlertRule } from './update-alert-rule.ts'

export const replaceAlertRule: Handlers<typeof alertRules>['replace'] = (input) =>
  updateAlertRule(input)
