import { Badge } from '@playhead/ui/badges/badge.tsx'
import { AlertIcon, ErrorIcon } from '@playhead/ui/icons/icons.ts'
import type { ErrorSeverity } from './use-error-codes.ts'

export const severityLabels: Record<ErrorSeverity, string> = { warning: 'Warning', fatal: 'Fatal' }

export const SeverityBadge = ({ severity }: { severity: ErrorSeverity }) =>
  severity === 'fatal' ? (
    <Badge tone="bad" icon={<ErrorIcon size={12} />}>
      {severityLabels.fatal}
    </Badge>
  ) : (
    <Badge tone="warn" icon={<AlertIcon size={12} />}>
      {severityLabels.warning}
    </Badge>
  )
