import type { ReactNode } from 'react'
import type { BannerLevel } from './banner-visibility.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { CloseIcon } from '../icons/icons.ts'
import { LinkButton } from '../buttons/link-button.tsx'
import { ToneIcon } from '../icons/tone-icon.tsx'

interface BannerAction {
  label: string
  onClick?: () => void
  href?: string
}

interface BannerProps {
  level: BannerLevel
  message: ReactNode
  action?: BannerAction
  onDismiss?: () => void
}

function ActionButton({ action }: { action: BannerAction }) {
  if (action.href !== undefined) {
    return (
      <LinkButton size="sm" href={action.href} onClick={action.onClick}>
        {action.label}
      </LinkButton>
    )
  }
  return (
    <Button size="sm" onClick={action.onClick}>
      {action.label}
    </Button>
  )
}

export const Banner = ({ level, message, action, onDismiss }: BannerProps) => {
  return (
    <div className="ph-banner" data-level={level} role={level === 'error' ? 'alert' : 'status'}>
      <ToneIcon tone={level} />
      <div className="ph-banner-message">{message}</div>
      {action && <ActionButton action={action} />}
      {onDismiss && (
        <IconButton size="sm" icon={<CloseIcon size={14} />} label="Dismiss" onClick={onDismiss} />
      )}
    </div>
  )
}
