import type { ReactElement, ReactNode } from 'react'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components/Popover'
import type { PopoverProps } from 'react-aria-components/Popover'
import { dropdownMaxHeight } from './overlay-sizes.ts'
import { Trigger } from './trigger.tsx'

interface DropdownProps {
  trigger: ReactElement
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  placement?: PopoverProps['placement']
  width?: number
  isFlush?: boolean
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

export function Dropdown(props: DropdownProps) {
  const { children, placement = 'bottom start' } = props
  return (
    <DialogTrigger isOpen={props.isOpen} onOpenChange={props.onOpenChange}>
      <Trigger>{props.trigger}</Trigger>
      <Popover
        className="ph-popover"
        placement={placement}
        offset={5}
        maxHeight={dropdownMaxHeight}
        style={{ width: props.width, maxWidth: 'calc(100vw - 20px)' }}
      >
        <Dialog aria-label={props.label} className="ph-dialog">
          {({ close }) => (
            <div className={props.isFlush ? undefined : 'ph-popover-body'}>
              {typeof children === 'function' ? children(close) : children}
            </div>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
