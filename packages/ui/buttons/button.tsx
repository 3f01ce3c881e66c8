import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'

export type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind
  size?: ButtonSize
  icon?: ReactNode
  iconAfter?: ReactNode
  isLoading?: boolean
  isWide?: boolean
  ref?: Ref<HTMLButtonElement>
}

export const Button = ({
  kind = 'secondary',
  size = 'md',
  icon,
  iconAfter,
  isLoading = false,
  isWide = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) => {
  // A busy button stays focusable, so that the keyboard does not lose its place.
  const busy = isLoading ? { 'aria-busy': true, 'aria-disabled': true } : {}
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isLoading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      {...busy}
      type={type}
      onClick={handleClick}
      data-kind={kind}
      data-size={size}
      data-wide={isWide || undefined}
      className={`ph-button ${className}`}
    >
      {icon}
      {children}
      {iconAfter}
      {isLoading && <span className="ph-button-progress" />}
    </button>
  )
}
