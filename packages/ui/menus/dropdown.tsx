import type { ReactElement } from 'react'
import { DialogTrigger } from 'react-aria-components/Popover'
import { type DropdownContent, DropdownPopover } from './dropdown-popover.tsx'
import { Trigger } from '../overlays/trigger.tsx'

interface DropdownProps extends DropdownContent {
  trigger: ReactElement
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

export const Dropdown = ({ trigger, isOpen, onOpenChange, ...content }: DropdownProps) => {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Trigger>{trigger}</Trigger>
      <DropdownPopover {...content} />
    </DialogTrigger>
  )
}
