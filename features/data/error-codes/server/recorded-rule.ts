import type { RuleRow } from './error-code-rules.sql.ts'

export const recordedRule = (rule: RuleRow | undefined) =>
  rule ? { severity: rule.severity, is_business_exception: rule.is_business_exception } : null
