import type { ReactNode, RefObject } from 'react'
import { Dialog, Popover } from 'react-aria-components/Popover'
import type { PopoverProps } from 'react-aria-components/Popover'
import { dropdownMaxHeight } from '../overlays/overlay-sizes.ts'

export interface DropdownContent {
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  placement?: PopoverProps['placement']
  width?: number
  isFlush?: boolean
}

interface DropdownPopoverProps extends DropdownContent {
  /** Only for use without a dialog trigger. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  triggerRef?: RefObject<HTMLElement | null>
}

export const DropdownPopover = (props: DropdownPopoverProps) => {
  const { children, placement = 'bottom start', onOpenChange } = props
  return (
    <Popover
      className="ph-popover"
      placement={placement}
      offset={5}
      maxHeight={dropdownMaxHeight}
      style={{ width: props.width, maxWidth: 'calc(100vw - 20px)' }}
      isOpen={props.isOpen}
      onOpenChange={onOpenChange}
      triggerRef={props.triggerRef}
    >
      <Dialog aria-label={props.label} className="ph-dialog">
        {({ close }) => (
          <div className={props.isFlush ? undefined : 'ph-popover-body'}>
            {typeof children === 'function'
              ? children(onOpenChange ? () => onOpenChange(false) : close)
              : children}
          </div>
        )}
      </Dialog>
    </Popover>
  )
}
