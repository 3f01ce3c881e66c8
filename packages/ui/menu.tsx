import type { ReactElement, ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components/Menu'
import type { PopoverProps } from 'react-aria-components/Menu'
import { CheckIcon } from './icons.ts'
import { KeyboardShortcut } from './keyboard-shortcut.tsx'
import { dropdownMaxHeight } from './overlay-sizes.ts'
import { useClientRouter } from './router-context.ts'
import { Trigger } from './trigger.tsx'

export interface MenuItem {
  id: string
  label: string
  description?: ReactNode
  icon?: ReactNode
  href?: string
  onSelect?: () => void
  isDanger?: boolean
  isDisabled?: boolean
  isSelected?: boolean
  shortcut?: string[]
}

export interface MenuSection {
  id: string
  title?: string
  items: MenuItem[]
}

interface MenuProps {
  trigger: ReactElement
  label: string
  items: readonly (MenuItem | MenuSection)[]
  placement?: PopoverProps['placement']
}

function MenuRow({ item }: { item: MenuItem }) {
  return (
    <AriaMenuItem
      id={item.id}
      textValue={item.label}
      href={item.href}
      isDisabled={item.isDisabled}
      onAction={item.onSelect}
      data-danger={item.isDanger || undefined}
      className="ph-menu-item"
    >
      {item.icon}
      <span className="ph-menu-item-text">
        {item.label}
        {item.description && <span className="ph-menu-item-detail">{item.description}</span>}
      </span>
      {item.isSelected && <CheckIcon size={14} label="Current" />}
      {item.shortcut && <KeyboardShortcut keys={item.shortcut} />}
    </AriaMenuItem>
  )
}

function isSection(entry: MenuItem | MenuSection): entry is MenuSection {
  return 'items' in entry
}

export function Menu({ trigger, label, items, placement = 'bottom start' }: MenuProps) {
  return (
    <MenuTrigger>
      <Trigger>{trigger}</Trigger>
      <Popover
        className="ph-popover"
        placement={placement}
        offset={5}
        maxHeight={dropdownMaxHeight}
      >
        <RouterProvider {...useClientRouter()}>
          <AriaMenu aria-label={label} className="ph-menu">
            {items.map((entry) =>
              isSection(entry) ? (
                <AriaMenuSection key={entry.id} id={entry.id} aria-label={entry.title ?? label}>
                  {entry.title && <Header className="ph-menu-heading">{entry.title}</Header>}
                  {entry.items.map((item) => (
                    <MenuRow key={item.id} item={item} />
                  ))}
                </AriaMenuSection>
              ) : (
                <MenuRow key={entry.id} item={entry} />
              ),
            )}
          </AriaMenu>
        </RouterProvider>
      </Popover>
    </MenuTrigger>
  )
}
