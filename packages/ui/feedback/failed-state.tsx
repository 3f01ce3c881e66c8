import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { AlertIcon, RefreshIcon } from '../icons/icons.ts'

interface FailedStateProps {
  title?: string
  message: ReactNode
  onRetry?: () => void
  retryLabel?: string
  isRetrying?: boolean
}

export const FailedState = (props: FailedStateProps) => {
  const { title = 'This couldn’t be loaded', message, onRetry, retryLabel = 'Try again' } = props
  return (
    <div className="ph-state" role="alert" data-failing="true">
      <AlertIcon size={20} />
      <p className="ph-state-title">{title}</p>
      <div className="ph-state-text">{message}</div>
      {onRetry && (
        <Button icon={<RefreshIcon size={14} />} onClick={onRetry} isLoading={props.isRetrying}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
