import type { ReactNode, RefObject } from 'react'
import { RouterProvider } from 'react-aria-components'
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Popover,
} from 'react-aria-components/Menu'
import type { PopoverProps } from 'react-aria-components/Menu'
import { CheckIcon } from '../icons/icons.ts'
import { KeyboardShortcut } from './keyboard-shortcut.tsx'
import { dropdownMaxHeight } from '../overlays/overlay-sizes.ts'
import { useClientRouter } from '../navigation/router-context.ts'

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

export interface MenuContent {
  label: string
  items: readonly (MenuItem | MenuSection)[]
  placement?: PopoverProps['placement']
}

interface MenuPopoverProps extends MenuContent {
  /** Only for use without a menu trigger. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  triggerRef?: RefObject<HTMLElement | null>
  focusOnOpen?: 'first' | 'last' | 'menu'
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

export const MenuPopover = (props: MenuPopoverProps) => {
  const { label, items, placement = 'bottom start', onOpenChange, focusOnOpen } = props
  return (
    <Popover
      className="ph-popover"
      aria-label={label}
      placement={placement}
      offset={5}
      maxHeight={dropdownMaxHeight}
      isOpen={props.isOpen}
      onOpenChange={onOpenChange}
      triggerRef={props.triggerRef}
    >
      <RouterProvider {...useClientRouter()}>
        <AriaMenu
          aria-label={label}
          className="ph-menu"
          autoFocus={focusOnOpen === 'menu' ? true : focusOnOpen}
          onClose={onOpenChange && (() => onOpenChange(false))}
        >
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
  )
}
