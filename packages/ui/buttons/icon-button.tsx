import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { ButtonProps } from './button.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'iconAfter' | 'isWide'> {
  icon: ReactNode
  label: string
}

export const IconButton = ({ label, kind = 'ghost', ...rest }: IconButtonProps) => {
  return <Button {...rest} kind={kind} aria-label={label} data-icon-only />
}
