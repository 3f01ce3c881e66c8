import type { ReactNode } from 'react'
import { ListBoxItem } from 'react-aria-components/ListBox'
import { CheckIcon } from '../icons/icons.ts'

interface OptionRowProps {
  id: string
  label: string
  description?: ReactNode
  icon?: ReactNode
  isDisabled?: boolean
}

export const OptionRow = ({ id, label, description, icon, isDisabled }: OptionRowProps) => {
  return (
    <ListBoxItem id={id} textValue={label} isDisabled={isDisabled} className="ph-menu-item">
      {icon}
      <span className="ph-menu-item-text">
        {label}
        {description && <span className="ph-menu-item-detail">{description}</span>}
      </span>
      <CheckIcon size={14} className="ph-menu-item-check" />
    </ListBoxItem>
  )
}
