import type { LucideIcon } from 'lucide-react'

interface IconProps {
  size?: number
  label?: string
  className?: string
}

export const makeIcon = (Glyph: LucideIcon) => {
  return function Icon({ size = 16, label, className }: IconProps) {
    const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
    return <Glyph {...naming} size={size} strokeWidth={1.7} className={className} />
  }
}
