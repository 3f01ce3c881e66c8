import { DialogFrame } from './dialog-frame.tsx'
import type { DialogProps } from './dialog-frame.tsx'
import { fullScreenModalWidths } from './overlay-sizes.ts'
import { Overlay } from './overlay.tsx'

interface FullScreenModalProps extends DialogProps {
  width?: keyof typeof fullScreenModalWidths
}

export function FullScreenModal({ width = 'narrow', ...props }: FullScreenModalProps) {
  return (
    <Overlay
      frame="full-screen"
      isOpen={props.isOpen}
      onClose={props.onClose}
      isDismissable={props.isDismissable}
    >
      <DialogFrame {...props} style={{ width: fullScreenModalWidths[width] }} />
    </Overlay>
  )
}
