import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import type { ButtonKind, ButtonSize } from './button.tsx'
import { useClientLink } from '../navigation/router-context.ts'

interface LinkButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  kind?: ButtonKind
  size?: ButtonSize
  icon?: ReactNode
  iconAfter?: ReactNode
  isWide?: boolean
  ref?: Ref<HTMLAnchorElement>
}

export const LinkButton = ({
  href,
  kind = 'secondary',
  size = 'md',
  icon,
  iconAfter,
  isWide = false,
  className = '',
  onClick,
  children,
  ...rest
}: LinkButtonProps) => {
  const link = useClientLink(href, onClick)
  return (
    <a
      {...rest}
      {...link}
      data-kind={kind}
      data-size={size}
      data-wide={isWide || undefined}
      className={`ph-button ${className}`}
    >
      {icon}
      {children}
      {iconAfter}
    </a>
  )
}
