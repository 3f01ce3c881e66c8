import { DialogFrame } from './dialog-frame.tsx'
import type { DialogProps } from './dialog-frame.tsx'
import { fullScreenModalWidths } from './overlay-sizes.ts'
import { Overlay } from './overlay.tsx'

interface FullScreenModalProps extends DialogProps {
  width?: keyof typeof fullScreenModalWidths
  /** Uses 90 % of the page's height, so that an edge of the page stays visible. */
  isTall?: boolean
}

export const FullScreenModal = ({
  width = 'narrow',
  isTall = false,
  ...props
}: FullScreenModalProps) => {
  return (
    <Overlay
      frame={isTall ? 'tall' : 'full-screen'}
      isOpen={props.isOpen}
      onClose={props.onClose}
      isDismissable={props.isDismissable}
    >
      <DialogFrame {...props} style={{ width: fullScreenModalWidths[width] }} />
    </Overlay>
  )
}
