import { LiveBadge } from '@playhead/ui/badges/badge.tsx'
import { CheckCircleIcon } from '@playhead/ui/icons/icons.ts'

interface WaitingHintProps {
  isIntegrated: boolean
  isProcessing: boolean
}

const textOf = ({ isIntegrated, isProcessing }: WaitingHintProps) => {
  if (isIntegrated) return 'Views arrive. This environment is integrated.'
  return isProcessing
    ? 'The first view is being worked on. Its numbers show up here by themselves.'
    : 'Waiting for the first view. Its numbers show up here by themselves.'
}

/** Explains what is happening while there is no data to show. */
export const WaitingHint = (props: WaitingHintProps) => (
  <output className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
    {props.isIntegrated ? (
      <CheckCircleIcon size={14} className="text-good" />
    ) : (
      <LiveBadge>Listening</LiveBadge>
    )}
    {textOf(props)}
  </output>
)
