import type { ReactElement } from 'react'
import { MenuTrigger } from 'react-aria-components/Menu'
import { type MenuContent, MenuPopover } from './menu-popover.tsx'
import { Trigger } from '../overlays/trigger.tsx'

export const Menu = ({ trigger, ...content }: MenuContent & { trigger: ReactElement }) => {
  return (
    <MenuTrigger>
      <Trigger>{trigger}</Trigger>
      <MenuPopover {...content} />
    </MenuTrigger>
  )
}
