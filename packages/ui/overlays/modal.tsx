import { DialogFrame } from './dialog-frame.tsx'
import type { DialogProps } from './dialog-frame.tsx'
import { modalMaxWidth, modalMinWidth } from './overlay-sizes.ts'
import { Overlay } from './overlay.tsx'

interface ModalProps extends DialogProps {
  minWidth?: number
  maxWidth?: number
  role?: 'dialog' | 'alertdialog'
  isWholeOnPhones?: boolean
}

export const Modal = (props: ModalProps) => {
  const { minWidth = modalMinWidth, maxWidth = modalMaxWidth } = props
  return (
    <Overlay
      frame="modal"
      isOpen={props.isOpen}
      onClose={props.onClose}
      isDismissable={props.isDismissable}
      isWholeOnPhones={props.isWholeOnPhones}
      style={{ minWidth: `min(${minWidth}px, 100%)`, maxWidth: `min(${maxWidth}px, 100%)` }}
    >
      <DialogFrame {...props} />
    </Overlay>
  )
}
