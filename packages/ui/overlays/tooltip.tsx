import type { DOMAttributes, ReactElement, ReactNode } from 'react'
import { Focusable, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import type { TooltipProps as AriaTooltipProps } from 'react-aria-components/Tooltip'
import { tooltipDelayMs, tooltipMaxWidth, tooltipOffset } from './overlay-sizes.ts'

interface TooltipProps {
  content: ReactNode
  children: ReactElement
  placement?: AriaTooltipProps['placement']
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

// Kit buttons and links pass unknown props to their element, which is all a trigger needs.
type FocusableChild = ReactElement<DOMAttributes<Element>, string>

export const Tooltip = (props: TooltipProps) => {
  const { content, children, placement = 'top', isOpen, onOpenChange } = props
  return (
    <TooltipTrigger
      delay={tooltipDelayMs}
      closeDelay={0}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Focusable>{children as FocusableChild}</Focusable>
      <AriaTooltip
        className="ph-tooltip"
        placement={placement}
        offset={tooltipOffset}
        style={{ maxWidth: tooltipMaxWidth }}
      >
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
