import { AlertIcon, CheckCircleIcon, ErrorIcon, InfoIcon } from './icons.ts'

export type Tone = 'info' | 'error' | 'warning' | 'success'

const icons = {
  info: InfoIcon,
  error: ErrorIcon,
  warning: AlertIcon,
  success: CheckCircleIcon,
}

export const ToneIcon = ({ tone }: { tone: Tone }) => {
  const Icon = icons[tone]
  return <Icon size={16} className={`ph-tone-${tone}`} />
}
