import { type RefObject, useMemo } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import { tooltipOffset } from '../overlays/overlay-sizes.ts'

interface CopiedTipProps {
  isCopied: boolean
  /** Around the button whose menu has an entry that copies. */
  triggerRef: RefObject<Element | null>
}

const nothing = () => {}

/** Says beside the button of a menu, which has closed, what `CopyControl` says of itself. KIT-037 */
export const CopiedTip = ({ isCopied, triggerRef }: CopiedTipProps) => {
  // A tooltip without a trigger of its own reads its state from here.
  const state = useMemo(
    () => ({ isOpen: isCopied, shouldSkipAnimation: false, open: nothing, close: nothing }),
    [isCopied],
  )
  return (
    <>
      <TooltipTriggerStateContext value={state}>
        <Tooltip className="ph-tooltip" triggerRef={triggerRef} offset={tooltipOffset}>
          Copied
        </Tooltip>
      </TooltipTriggerStateContext>
      <output className="ph-visually-hidden">{isCopied ? 'Copied' : ''}</output>
    </>
  )
}
