import type { z } from 'zod'
import type { ErrorCodeConfig, ErrorCodeProgress } from '../contract.ts'
import type { ProgressRow } from './error-code-jobs.sql.ts'
import type { RuleRow } from './error-code-rules.sql.ts'

const statusOf = (row: ProgressRow) => {
  if (row.finished_at !== null) return 'finished'
  return row.views_total === null ? 'waiting' : 'running'
}

export const presentProgress = (row: ProgressRow): z.input<typeof ErrorCodeProgress> => ({
  code: row.code,
  status: statusOf(row),
  views_total: row.views_total,
  views_done: row.views_done,
  requested_at: row.requested_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})

export const presentErrorCode = (
  row: RuleRow,
  progress: ProgressRow | undefined,
): z.input<typeof ErrorCodeConfig> => ({
  code: row.code,
  error_severity: row.severity,
  is_business_exception: row.is_business_exception,
  updated_at: row.updated_at.toISOString(),
  progress: progress ? presentProgress(progress) : null,
})
