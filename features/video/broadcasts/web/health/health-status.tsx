import { Badge } from '@playhead/ui/badges/badge.tsx'
import { AlertIcon, CheckIcon, ErrorIcon } from '@playhead/ui/icons/icons.ts'
import type { HealthStatus as Status } from '../../contract.ts'

const words: Record<Status, string> = {
  excellent: 'Excellent',
  good: 'Good',
  poor: 'Poor',
  silent: 'Silent',
  disconnected: 'Disconnected',
}

const tones = {
  excellent: 'good',
  good: 'good',
  poor: 'warn',
  silent: 'bad',
  disconnected: 'bad',
} as const

const icons = {
  good: <CheckIcon size={12} />,
  warn: <AlertIcon size={12} />,
  bad: <ErrorIcon size={12} />,
}

export const HealthStatus = ({ status }: { status: Status | null }) =>
  status === null ? null : (
    <Badge tone={tones[status]} icon={icons[tones[status]]}>
      {words[status]}
    </Badge>
  )
